/** An assistant in the results of the palette. */
export interface FoundAssistant {
  id: number
  name: string
  /** The page that opens. */
  path: string
}
