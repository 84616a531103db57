/** Times in the format of AgentSmithy's clients. */
export const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const sessionName = (number: number): string => `session_${number}`
