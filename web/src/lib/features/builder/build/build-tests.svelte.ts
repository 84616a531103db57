import type { RunTests, TestRunDetail } from '@bellwether/wire'
import { cancelRun, readRun, startRun } from '$features/assistant-tests/tests.ts'

const POLL_MS = 700

/** Runs the tests of an assistant on settings that are not saved. */
export class BuildTests {
  run = $state.raw<TestRunDetail>()
  error = $state.raw<unknown>()
  isRunning = $state(false)
  #watching: AbortController | undefined

  async start(assistantId: number, draft: RunTests['draft']): Promise<void> {
    if (this.isRunning) return
    const watching = new AbortController()
    this.#watching = watching
    this.isRunning = true
    this.error = undefined
    this.run = undefined
    try {
      const started = await startRun(assistantId, { draft })
      this.run = { ...started, results: [] }
      while (this.run.status === 'running' && !watching.signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        if (!watching.signal.aborted) this.run = await readRun(assistantId, started.id, watching.signal)
      }
    } catch (error) {
      if (!watching.signal.aborted) this.error = error
    } finally {
      this.isRunning = false
    }
  }

  async cancel(): Promise<void> {
    if (!this.run) return
    try {
      await cancelRun(this.run.assistant_id, this.run.id)
    } catch (error) {
      this.error = error
    }
  }

  /** Stops watching: the run itself continues. */
  stop(): void {
    this.#watching?.abort()
  }
}
