export interface ToastAction {
  label: string
  act: () => void
  /** Called when the toast disappears without a click on the action. */
  onmissed?: () => void
}

export interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  message: string
  action: ToastAction | undefined
  /** How often it was shown. */
  count: number
}

const SHORT_MS = 5000
/** Toasts with an action, such as undo, stay longer. */
const LONG_MS = 10_000
const MAX_TOASTS = 4

let list = $state<Toast[]>([])
let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function take(id: number): Toast | undefined {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const removed = list.find((toast) => toast.id === id)
  list = list.filter((toast) => toast !== removed)
  return removed
}

function dismiss(id: number): void {
  take(id)?.action?.onmissed?.()
}

function show(kind: Toast['kind'], message: string, action?: ToastAction): number {
  // Each action is about something else, so a toast with one is never merged.
  const same = action
    ? undefined
    : list.find((toast) => !toast.action && toast.kind === kind && toast.message === message)
  if (same) {
    list = list.map((toast) => (toast === same ? { ...toast, count: toast.count + 1 } : toast))
    resume(same.id)
    return same.id
  }
  const id = ++lastId
  for (const old of list.slice(0, Math.max(0, list.length - MAX_TOASTS + 1))) dismiss(old.id)
  list = [...list, { id, kind, message, action, count: 1 }]
  resume(id)
  return id
}

function resume(id: number): void {
  const toast = list.find((candidate) => candidate.id === id)
  clearTimeout(timers.get(id))
  if (toast)
    timers.set(
      id,
      setTimeout(() => dismiss(id), toast.action || toast.kind === 'error' ? LONG_MS : SHORT_MS),
    )
}

/** Short messages at the edge of the page. Errors of a form are shown beside its fields instead. */
export const toasts = {
  get list(): readonly Toast[] {
    return list
  },
  success: (message: string, action?: ToastAction): number => show('success', message, action),
  info: (message: string, action?: ToastAction): number => show('info', message, action),
  error: (message: string, action?: ToastAction): number => show('error', message, action),
  dismiss,
  act: (id: number): void => take(id)?.action?.act(),
  /** A toast stays while the pointer or the focus is on it. */
  pause: (id: number): void => clearTimeout(timers.get(id)),
  resume,
}
