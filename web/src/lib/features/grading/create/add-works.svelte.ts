import { errorMessage } from '$lib/errors/error-message.ts'
import { addWork, type WorkSource } from '../gradings.ts'

/** Uploads works one after the other. A file that can't be read does not stop the others. */
export class WorkUpload {
  done = $state(0)
  total = $state(0)
  failed = $state.raw<{ name: string; reason: string }[]>([])
  #running = $state.raw<AbortController>()

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Returns whether all were added. */
  async add(rubric: string, grading: number, sources: readonly WorkSource[]): Promise<boolean> {
    const controller = new AbortController()
    this.#running = controller
    this.done = 0
    this.total = sources.length
    this.failed = []
    try {
      for (const source of sources) {
        try {
          await addWork(rubric, grading, source, controller.signal)
        } catch (error) {
          controller.signal.throwIfAborted()
          const name = 'file' in source ? source.file.name : source.name
          this.failed = [...this.failed, { name, reason: errorMessage(error) }]
        }
        this.done += 1
      }
      return this.failed.length === 0
    } finally {
      this.#running = undefined
    }
  }

  stop = (): void => this.#running?.abort()
}
