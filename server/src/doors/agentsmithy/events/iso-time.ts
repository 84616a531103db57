/** Times as AgentSmithy's clients read them. */
export const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()
