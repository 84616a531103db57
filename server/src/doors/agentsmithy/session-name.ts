export const sessionName = (number: number): string => `session_${number}`
