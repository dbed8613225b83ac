"""Charts for lessons: rows in, a chart out, drawn by the page, by a notebook, and as a text table in a terminal."""

from turnkeeper.chart.bar_chart import bars
from turnkeeper.chart.drawn import Chart
from turnkeeper.chart.line_chart import lines
from turnkeeper.chart.switch import Switch, switch

__all__ = ["Chart", "Switch", "bars", "lines", "switch"]
