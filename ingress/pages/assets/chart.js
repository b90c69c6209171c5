// Draws each table[data-chart] as a chart above it. The table stays: it is the chart for those who cannot see it.
const style = getComputedStyle(document.documentElement)
const colour = (name) => style.getPropertyValue(name).trim()
const LINES = ['--brand', '--ok', '--soft']

for (const table of document.querySelectorAll('table[data-chart]')) {
  const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent.trim())
  const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children])
  if (rows.length < 2) continue
  const times = rows.map(([first]) => Date.parse(first.dataset.at ?? first.textContent) / 1000)
  const columns = heads
    .slice(1)
    .map((_, nth) => rows.map((cells) => Number(cells[nth + 1].dataset.value ?? cells[nth + 1].textContent)))
  const order = times.map((_, nth) => nth).sort((a, b) => times[a] - times[b])
  const box = document.createElement('div')
  box.className = 'chart'
  const holder = table.closest('details') ?? table
  holder.before(box)
  const axis = {
    stroke: colour('--soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line') },
  }
  const width = () => box.parentElement.clientWidth
  const chart = new uPlot(
    {
      width: width(),
      height: 200,
      axes: [axis, axis],
      series: [
        {},
        ...heads.slice(1).map((label, nth) => ({
          label,
          stroke: colour(LINES[nth % LINES.length]),
          width: 2,
          points: { show: rows.length < 40 },
        })),
      ],
    },
    [times, ...columns].map((values) => order.map((nth) => values[nth])),
    box,
  )
  addEventListener('resize', () => chart.setSize({ width: width(), height: 200 }))
}
