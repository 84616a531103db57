import { expect, it } from 'vitest'
import { refuseStrayFiles } from './stray-files.ts'

const drag = (kind: string, types: string[]) =>
  Object.assign(new Event(kind, { cancelable: true }), { dataTransfer: { types, dropEffect: 'copy' } })

it('prevents the browser from opening files that are dropped beside a drop zone', () => {
  const page = new EventTarget()
  const stop = refuseStrayFiles(page)
  for (const kind of ['dragover', 'drop']) {
    const stray = drag(kind, ['Files'])
    page.dispatchEvent(stray)
    expect([stray.defaultPrevented, stray.dataTransfer.dropEffect]).toEqual([true, 'none'])
    const words = drag(kind, ['text/plain'])
    page.dispatchEvent(words)
    expect(words.defaultPrevented).toBe(false)
  }
  stop()
  const later = drag('drop', ['Files'])
  page.dispatchEvent(later)
  expect(later.defaultPrevented).toBe(false)
})

it('ignores drops that a drop zone accepts', () => {
  const page = new EventTarget()
  page.addEventListener('drop', (event) => event.preventDefault())
  refuseStrayFiles(page)
  const taken = drag('drop', ['Files'])
  page.dispatchEvent(taken)
  expect(taken.dataTransfer.dropEffect).toBe('copy')
})
