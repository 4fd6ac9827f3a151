// Draws the formulas of a page with KaTeX, which is part of the site.
document.addEventListener("DOMContentLoaded", () => {
  for (const formula of document.querySelectorAll(".arithmatex")) {
    const text = formula.textContent.trim();
    const displayMode = text.startsWith("\\[");
    katex.render(text.slice(2, -2), formula, { displayMode, throwOnError: false });
  }
});
