import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip)

export interface Bars {
  label: string
  /** The name of a design token, such as `--accent`. */
  colour: string
  values: number[]
}

const tokenOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Loaded only when a chart is shown. Returns a function that removes it. */
export function drawDays(
  canvas: HTMLCanvasElement,
  labels: string[],
  bars: Bars[],
  toText: (value: number) => string,
  /** No fractional steps on the axis. */
  isWhole: boolean,
) {
  const [ink, line, surface] = [tokenOf('--ink-3'), tokenOf('--line'), tokenOf('--surface')]
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 }
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels,
      datasets: bars.map(({ label, colour, values }) => ({
        label,
        data: values,
        backgroundColor: tokenOf(colour),
        borderRadius: 3,
        maxBarThickness: 28,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      interaction: { mode: 'index', intersect: false },
      plugins: {
        legend: {
          display: bars.length > 1,
          align: 'end',
          labels: { color: ink, font, boxWidth: 10, boxHeight: 10 },
        },
        tooltip: {
          backgroundColor: tokenOf('--ink'),
          titleColor: surface,
          bodyColor: surface,
          titleFont: font,
          bodyFont: font,
          callbacks: { label: ({ dataset, parsed }) => ` ${dataset.label}: ${toText(parsed.y ?? 0)}` },
        },
      },
      scales: {
        x: {
          stacked: true,
          grid: { display: false },
          border: { color: line },
          ticks: { color: ink, font, maxRotation: 0, autoSkipPadding: 24 },
        },
        y: {
          stacked: true,
          beginAtZero: true,
          grid: { color: line },
          border: { display: false },
          ticks: {
            color: ink,
            font,
            maxTicksLimit: 5,
            ...(isWhole ? { precision: 0 } : {}),
            callback: (value) => toText(Number(value)),
          },
        },
      },
    },
  })
  return () => chart.destroy()
}
