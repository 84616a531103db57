import { prepareDecorations, type Undrawn } from './decorate.ts'
import { type RenderOptions, toUnsafeHtml } from './markdown-to-html.ts'

export type Task =
  | { kind: 'markdown'; text: string; options: RenderOptions }
  | { kind: 'decorations'; items: Undrawn[] }

/** `begun` comes first, when everything is loaded. */
export type Report =
  | { state: 'begun' }
  | { state: 'done'; html: string | (string | undefined)[] }
  | { state: 'not-loaded' }

const report = (one: Report): void => postMessage(one)

const prepare = async (task: Task) =>
  task.kind === 'markdown' ? () => toUnsafeHtml(task.text, task.options) : prepareDecorations(task.items)

addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  const draw = await prepare(data).catch(() => undefined)
  if (!draw) return report({ state: 'not-loaded' })
  report({ state: 'begun' })
  report({ state: 'done', html: draw() })
})
