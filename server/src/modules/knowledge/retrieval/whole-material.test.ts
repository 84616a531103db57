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
])('%s: about the whole', (question) => {
  expect(asksAboutTheWhole(question)).toBe(true)
})

test.each([
  'Hello',
  'Who painted the ceiling?',
  '¿Quién fue el presidente?',
  'Summer holidays',
  'Presumptions',
])('%s: not about the whole', (question) => {
  expect(asksAboutTheWhole(question)).toBe(false)
})
