interface Words {
  text: string
  reasoning: string
}

interface Delta {
  content?: unknown
  reasoning_content?: unknown
  reasoning?: unknown
}

/** What the relayed frames of a provider say. Pure. */
export function wordsOfFrames(bytes: Buffer): Words {
  const words: Words = { text: '', reasoning: '' }
  for (const line of bytes.toString('utf8').split('\n')) {
    const delta = line.startsWith('data: {') ? deltaOf(line.slice(6)) : undefined
    if (typeof delta?.content === 'string') words.text += delta.content
    const reasoning = delta?.reasoning_content ?? delta?.reasoning
    if (typeof reasoning === 'string') words.reasoning += reasoning
  }
  return words
}

function deltaOf(json: string): Delta | undefined {
  try {
    const { choices } = JSON.parse(json) as { choices?: { delta?: Delta }[] }
    return choices?.[0]?.delta
  } catch {
    return undefined
  }
}
