export interface TextFault {
  kind: 'missing' | 'superfluous' | 'identical' | 'placeholders' | 'unreadable'
  language: string
  text: string
}

export function findTextFaults(folder?: string): TextFault[]
