/** Whether `work` has ended, successfully or not, before the time is up. Never fails, and does not stop the work. */
export async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const settled = () => true
  try {
    return await Promise.race([work.then(settled, settled), limit])
  } finally {
    clearTimeout(timer)
  }
}
