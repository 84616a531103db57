import { expect, test } from 'vitest'
import { asksAboutTheWhole } from './whole-material.ts'

test.each([
  'Summarise this',
  'Can you give me a summary?',
  'What is this about?',
  "What's this about?",
  'What are the main ideas?',
  'Hazme un resumen',
  '¿De qué trata esto?',
  'Resume el documento',
  'Fes-me un resum',
  'De què va?',
  'Egin laburpena',
  'Zeri buruz da hau?',
  'What is this document about?',
  'What do these slides cover?',
  'De quoi parle ce texte ?',
  'Worum geht es in diesem Dokument?',
  'Fasse den Text bitte zusammen',
  'Di cosa parla il documento?',
  'Do que trata o documento?',
  'De que fala o texto?',
])('%s: about the whole', (question) => {
  expect(asksAboutTheWhole(question)).toBe(true)
})

test.each([
  'Hello',
  'Who painted the ceiling?',
  '¿Quién fue el presidente?',
  'Summer holidays',
  'Presumptions',
  'What is the law about smoking?',
  'What does the cell wall contain?',
])('%s: not about the whole', (question) => {
  expect(asksAboutTheWhole(question)).toBe(false)
})
