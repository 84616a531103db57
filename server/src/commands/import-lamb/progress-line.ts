import type { Progress } from '../../importers/lamb/index.ts'

export interface Terminal {
  isTerminal: boolean
  write(text: string): void
}

const WIDTH = 30

/** A progress bar on a terminal; elsewhere one line per 10 % of a step. */
export function createProgressLine({ isTerminal, write }: Terminal) {
  let shown = ''
  let isOpen = false
  return {
    show({ step: { text: step }, done, total }: Progress): void {
      const part = total === 0 ? 1 : Math.min(1, done / total)
      if (!isTerminal) {
        const mark = `${step} ${Math.floor(part * 10)}`
        if (mark === shown) return
        shown = mark
        write(`${step}: ${done} of ${total}\n`)
        return
      }
      const filled = Math.round(part * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      const line = `${step.padEnd(18)} ${bar} ${done} of ${total}`
      if (line === shown) return
      shown = line
      isOpen = part < 1
      write(`\r\u001b[K${line}${isOpen ? '' : '\n'}`)
    },
    end(): void {
      if (isOpen) write('\n')
      isOpen = false
    },
  }
}
