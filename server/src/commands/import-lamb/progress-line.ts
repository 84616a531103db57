import type { Progress } from '../../importers/lamb/index.ts'

export interface Terminal {
  isTerminal: boolean
  write(text: string): void
}

const WIDTH = 30

/** A progress bar on a terminal; elsewhere one line per 10 % of a step. */
export function createProgressLine({ isTerminal, write }: Terminal) {
  let lastShown = ''
  let isOpen = false
  return {
    show({ step: { text: step }, done, total }: Progress): void {
      const part = total === 0 ? 1 : Math.min(1, done / total)
      if (!isTerminal) {
        const mark = `${step} ${Math.floor(part * 10)}`
        if (mark === lastShown) return
        lastShown = mark
        write(`${step}: ${done} of ${total}\n`)
        return
      }
      const filledWidth = Math.round(part * WIDTH)
      const bar = '█'.repeat(filledWidth) + '░'.repeat(WIDTH - filledWidth)
      const line = `${step.padEnd(18)} ${bar} ${done} of ${total}`
      if (line === lastShown) return
      lastShown = line
      isOpen = part < 1
      write(`\r\u001b[K${line}${isOpen ? '' : '\n'}`)
    },
    end(): void {
      if (isOpen) write('\n')
      isOpen = false
    },
  }
}
