"""What the cases under validation/ share: their description, running, measuring, comparing,
reporting."""
