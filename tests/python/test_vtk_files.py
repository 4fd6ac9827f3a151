"""Frames that the program does not write today: compressed, in pieces, of the other byte order; and damaged ones."""
import unittest
import zlib

import numpy as np

import slipflow
from support import box, new_folder, pipe, plane, run


class Writer:
    """Writes a box of cells, or a piece of it, with appended raw arrays."""

    def __init__(self, block=0, order="<"):
        self.block, self.order = block, order   # bytes of a compressed block; 0 is not compressed
        self.data, self.head = b"", ""

    def add(self, name, values, kind="Float64"):
        code = {"Float64": "f8", "UInt8": "u1", "Float32": "f4"}[kind]
        self.head += f'<DataArray type="{kind}" Name="{name}" format="appended" offset="{len(self.data)}"/>'
        values = np.asarray(values).astype(self.order + code).tobytes()
        if not self.block:
            self.data += self.lengths(len(values)) + values
            return
        blocks = [values[at : at + self.block] for at in range(0, len(values), self.block)]
        packed = [zlib.compress(one) for one in blocks]
        self.data += self.lengths(len(blocks), self.block, len(values) % self.block, *map(len, packed))
        self.data += b"".join(packed)

    def lengths(self, *numbers):
        return np.array(numbers).astype(self.order + "u8").tobytes()

    def write(self, file, frame, extent):
        x0, x1, y0, y1 = extent
        cells = (slice(y0, y1), slice(x0, x1))
        self.add("p", np.where(frame.solid, 7, frame["p"])[cells].ravel())
        self.add("rho", np.where(frame.solid, 7, frame["rho"])[cells].ravel(), "Float32")
        self.add("vtkGhostType", 32 * frame.solid[cells].ravel(), "UInt8")
        cell_data, self.head = self.head, ""
        for name, along in (("x", frame.faces[0][x0 : x1 + 1]), ("y", frame.faces[1][y0 : y1 + 1]), ("z", [0])):
            self.add(name, along)
        compressor = ' compressor="vtkZLibDataCompressor"' if self.block else ""
        order = {"<": "LittleEndian", ">": "BigEndian"}[self.order]
        words = f"{x0} {x1} {y0} {y1} 0 0"
        head = (f'<VTKFile type="RectilinearGrid" byte_order="{order}" header_type="UInt64"{compressor}>'
                f'<RectilinearGrid WholeExtent="{words}"><Piece Extent="{words}"><CellData>{cell_data}</CellData>'
                f'<Coordinates>{self.head}</Coordinates></Piece></RectilinearGrid><AppendedData encoding="raw">_')
        file.write_bytes(head.encode() + self.data + b"</AppendedData></VTKFile>")


def parallel_file(file, pieces):
    sources = "".join(f'<Piece Extent="0 0 0 0 0 0" Source="{name}"/>' for name in pieces)
    file.write_text(f'<VTKFile type="PRectilinearGrid"><PRectilinearGrid>{sources}</PRectilinearGrid></VTKFile>')


class OtherFrames(unittest.TestCase):
    def setUp(self):
        self.folder, self.frame = new_folder(), plane().frame()

    def check(self, found):
        self.assertTrue(np.array_equal(found["p"], self.frame["p"], equal_nan=True))
        self.assertTrue(np.allclose(found["rho"], self.frame["rho"], rtol=1e-6, equal_nan=True))
        self.assertTrue(np.array_equal(found.solid, self.frame.solid))
        for axis in range(2):
            self.assertTrue(np.array_equal(found.faces[axis], self.frame.faces[axis]))

    def test_compressed_and_of_either_order(self):
        for block, order in ((0, "<"), (0, ">"), (1000, "<"), (32768, ">"), (8, "<")):
            with self.subTest(block=block, order=order):
                Writer(block, order).write(self.folder / "a.vtr", self.frame, (0, 40, 0, 20))
                self.check(slipflow.read_frame(self.folder / "a.vtr"))

    def test_images(self):
        image = run("transport_box.cfg", 2, mesh__cells=(6, 5, 4), output__pictures="none", output__format="vti").frame()
        grid = box().frame()
        for axis in range(3):
            self.assertTrue(np.allclose(image.faces[axis], grid.faces[axis], rtol=1e-14))
        self.assertTrue(np.array_equal(image.solid, grid.solid))
        self.assertEqual(list(image.fields), list(grid.fields))
        for name, values in grid.fields.items():
            self.assertTrue(np.array_equal(image[name], values, equal_nan=True))

    def test_pieces_are_joined(self):
        extents = [(0, 13, 0, 9), (13, 40, 0, 9), (0, 40, 9, 20)]
        names = [f"piece_{number}.vtr" for number in range(3)]
        for name, extent in zip(names, extents):
            Writer().write(self.folder / name, self.frame, extent)
        parallel_file(self.folder / "a.pvtr", names)
        self.check(slipflow.read_frame(self.folder / "a.pvtr"))
        for wrong in (names[1:], [*names, names[0]], []):
            parallel_file(self.folder / "a.pvtr", wrong)
            with self.assertRaises(slipflow.Error):
                slipflow.read_frame(self.folder / "a.pvtr")


class DamagedFrames(unittest.TestCase):
    def refuse(self, content, suffix=".vtr"):
        file = new_folder() / f"damaged{suffix}"
        file.write_bytes(content)
        with self.assertRaises(slipflow.Error):
            slipflow.read_frame(file)

    def test_cut_off(self):
        content = (plane().folder / "fields/000001.vtr").read_bytes()
        whole = len(content) - 100   # the end of the last array
        for size in [0, 10, 500, *range(1000, whole, whole // 12)]:
            with self.subTest(size=size):
                self.refuse(content[:size])

    def test_wrong_headers(self):
        content = (plane().folder / "fields/000001.vtr").read_bytes()
        piece = b'Piece Extent="0 40 0 20 0 0"'
        header = b'header_type="UInt64"'
        wrong = {
            b"<VTKFile": [b'<!DOCTYPE a [<!ENTITY b "c">]><VTKFile'],
            b'Extent="0 40 0 20': [b'Extent="0 40 0 21'],
            piece: [b'Piece Extent="0 4e9 0 20 0 0"', b'Piece Extent="0 0 0 0 0 0"'],
            b'offset="16"': [b'offset="-1"', b'offset="99999999999999999999"', "offset=\"\u00b2\"".encode()],
            b'Name="p"': [b'Name="p" NumberOfComponents="nan"', b'Name="p" NumberOfComponents="-1"'],
            b'format="appended"': [b'format="ascii"'],
            b'"RectilinearGrid"': [b'"ImageData"'],
            header: [header + b' compressor="vtkLZ4DataCompressor"', header + b' compressor="vtkZLibDataCompressor"'],
            b"</Piece>": [b"</Peace>"],
        }
        for old, new in ((old, new) for old, all_new in wrong.items() for new in all_new):
            with self.subTest(new=new):
                self.assertTrue(old in content)
                self.refuse(content.replace(old, new))

    def test_blocks_of_another_size(self):
        file = new_folder() / "a.vtr"
        Writer(8000).write(file, plane().frame(), (0, 40, 0, 20))
        content = file.read_bytes()
        at = content.index(b'raw">_') + 6 + 16   # the size of the only block of p, which is smaller than others
        self.assertEqual(int.from_bytes(content[at : at + 8], "little"), 6400)
        for size in (1, 6399, 6401, 8001, 1 << 62):
            self.refuse(content[:at] + size.to_bytes(8, "little") + content[at + 8 :])

    def test_cells_of_points_that_are_not_there(self):
        file = pipe().folder / "fields/000001.vtu"
        content = file.read_bytes()
        self.refuse(content.replace(b'Name="connectivity"', b'Name="somewhere"   '), ".vtu")
        self.refuse(content.replace(b'Name="offsets"', b'Name="offset"'), ".vtu")
        offset = int(content.split(b'Name="connectivity"')[1].split(b'offset="')[1].split(b'"')[0])
        at = content.index(b"_", content.index(b"<AppendedData")) + 1 + offset + 8
        for number in (1365, -1):
            self.refuse(content[:at] + number.to_bytes(8, "little", signed=True) + content[at + 8 :], ".vtu")


if __name__ == "__main__":
    unittest.main()
