/** What an answer's frames say, without statuses and sources. Pure. */
export function textOfFrames(frames: string): string {
  let text = ''
  for (const line of frames.split('\n')) {
    if (!line.startsWith('data: {')) continue
    try {
      const { choices } = JSON.parse(line.slice(6)) as { choices?: { delta?: { content?: unknown } }[] }
      const content = choices?.[0]?.delta?.content
      if (typeof content === 'string') text += content
    } catch {
      // Not ours to judge: the reader of the stream sees it as it is.
    }
  }
  return text
}
