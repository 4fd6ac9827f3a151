"""Charts of computed curves over a reference, all in one style. Needs python3-matplotlib."""
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  the backend has to be chosen first

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


def chart(panels, columns=2, width=9.0, height=3.6):
    """A figure of `panels` plots and the list of their Panel objects."""
    rows = -(-panels // columns)
    columns = min(columns, panels)
    figure, axes = pyplot.subplots(rows, columns, figsize=(width, height * rows), squeeze=False)
    for spare in axes.flat[panels:]:
        spare.set_axis_off()
    return figure, [Panel(axis) for axis in axes.flat[:panels]]


class Panel:
    """One plot: the reference as lines or hollow points, slipflow on it."""

    def __init__(self, axis):
        self.axis = axis
        self.axis.grid(True, color="0.9", linewidth=0.6)

    def label(self, title, x, y):
        self.axis.set_title(title, fontsize=10)
        self.axis.set_xlabel(x)
        self.axis.set_ylabel(y)
        return self

    def reference_line(self, x, y, number=0, name=None):
        self.axis.plot(x, y, "-", color=_COLOURS[number % len(_COLOURS)], linewidth=1.2, label=name)

    def reference_points(self, x, y, number=0, name=None):
        self.axis.plot(
            x, y, "o", color=_COLOURS[number % len(_COLOURS)], markersize=7, fillstyle="none", label=name
        )

    def computed_points(self, x, y, number=0, name=None, most=24):
        """At most about `most` of the points, so that the line beneath stays visible."""
        step = max(1, len(x) // most)
        colour = _COLOURS[number % len(_COLOURS)]
        self.axis.plot(x[::step], y[::step], "x", color=colour, markersize=5, label=name)

    def computed_line(self, x, y, number=0, name=None, style="--"):
        self.axis.plot(x, y, style, color=_COLOURS[number % len(_COLOURS)], linewidth=1.2, label=name)

    def picture(self, frame, name, levels=24, colours="viridis"):
        """Filled contours of a field, for flows without a reference curve. Values beyond a list of
        levels have the colour of the last one."""
        rows = [frame.row(name, j) for j in range(frame.ny)]
        extend = "neither" if isinstance(levels, int) else "both"
        drawn = self.axis.contourf(frame.x, frame.y, rows, levels=levels, cmap=colours, extend=extend)
        self.axis.set_aspect("equal")
        self.axis.grid(False)
        self.axis.figure.colorbar(drawn, ax=self.axis, shrink=0.6)

    def contours(self, frame, name, levels):
        """Lines of equal values of a field, such as streamlines."""
        rows = [frame.row(name, j) for j in range(frame.ny)]
        self.axis.contour(
            frame.x, frame.y, rows, levels, colors="black", linestyles="solid", linewidths=0.7
        )
        self.axis.set_aspect("equal")
        self.axis.grid(False)

    def legend(self, **options):
        self.axis.legend(fontsize=8, frameon=False, **options)


def save(figure, file):
    """Without date and version, so that an unchanged chart is an unchanged file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.tight_layout()
    figure.savefig(file, dpi=100, metadata={"Software": None})
    pyplot.close(figure)
