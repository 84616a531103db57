/**
 * Ends with `signal`, and after so many milliseconds at the latest. Not `AbortSignal.any([signal, AbortSignal.timeout(…)])`: Node holds what
 * `any` puts together only weakly, so that a timeout which nobody else holds may be collected before its time, and then ends nothing.
 */
export function withinTime(signal: AbortSignal, milliseconds: number): AbortSignal {
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal.reason)
  if (signal.aborted) {
    onAbort()
    return controller.signal
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', onAbort)
    controller.abort(new DOMException(`It took longer than ${milliseconds} ms`, 'TimeoutError'))
  }, milliseconds)
  // Nobody's process is kept alive by a limit.
  timer.unref()
  return controller.signal
}
