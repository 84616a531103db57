export interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  message: string
  action: { label: string; act: () => void } | undefined
}

const SHORT_MS = 5000
/** Whoever may undo something gets the time to notice. */
const LONG_MS = 10_000

let list = $state<Toast[]>([])
let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  list = list.filter((toast) => toast.id !== id)
}

function show(kind: Toast['kind'], message: string, action?: Toast['action']): number {
  const id = ++lastId
  list = [...list.slice(-3), { id, kind, message, action }]
  resume(id)
  return id
}

function resume(id: number): void {
  const toast = list.find((one) => one.id === id)
  if (toast)
    timers.set(
      id,
      setTimeout(() => dismiss(id), toast.action || toast.kind === 'error' ? LONG_MS : SHORT_MS),
    )
}

/** Short news at the edge of the page. What went wrong with a form stands beside its fields instead. */
export const toasts = {
  get list(): readonly Toast[] {
    return list
  },
  success: (message: string, action?: Toast['action']): number => show('success', message, action),
  info: (message: string, action?: Toast['action']): number => show('info', message, action),
  error: (message: string, action?: Toast['action']): number => show('error', message, action),
  dismiss,
  /** While somebody points at it or is on its button, it stays. */
  pause: (id: number): void => clearTimeout(timers.get(id)),
  resume,
}
