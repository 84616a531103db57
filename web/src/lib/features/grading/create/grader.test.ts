import { expect, it } from 'vitest'
import { DEFAULT_GRADER, modelNames, readGrader } from './grader.ts'

it('lists every text model once', () => {
  const connector = (name: string, ...available_llms: string[]) => ({ name, available_llms })
  const connectors = {
    openai: connector('openai', 'gpt', 'mini'),
    compatible: connector('compatible', 'mini'),
    quotes: connector('quotes', 'quotes'),
    bypass: connector('bypass', 'simple-bypass'),
    openai_images: connector('openai_images', 'dall-e'),
  }
  expect(modelNames({ connectors })).toEqual(['gpt', 'mini'])
})

it('reads the chosen grader; names of models may contain colons', () => {
  expect(readGrader(DEFAULT_GRADER)).toEqual({ model: null, assistant_id: null })
  expect(readGrader('model:llama3:8b')).toEqual({ model: 'llama3:8b', assistant_id: null })
  expect(readGrader('assistant:12')).toEqual({ model: null, assistant_id: 12 })
})
