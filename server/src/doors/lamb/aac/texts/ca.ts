import type { AacTexts } from './en.ts'

export const ca: AacTexts = {
  proposed: '**Canvis proposats** (encara no desats)',
  howToDecide: 'Respon «acceptar» per desar-los o «rebutjar» per descartar-los.',
  before: 'Abans:',
  after: 'Després:',
  empty: '(buit)',
  left: (count) => `… (${count} caràcters no mostrats)`,
  noProposal: 'No hi ha cap proposta pendent.',
  saved: (id) => `Desat com a assistent ${id}.`,
  rejected: 'La proposta s’ha rebutjat. No s’ha desat res.',
  skills: {
    'about-lamb': {
      name: 'Pregunta sobre la plataforma',
      description: 'Resol dubtes sobre com funciona aquesta plataforma',
    },
    'create-assistant': {
      name: 'Crea un assistent',
      description: 'Crea un assistent nou pas a pas',
    },
    'improve-assistant': {
      name: 'Millora un assistent',
      description: 'Revisa els prompts, les eines i el model d’un assistent',
    },
    'test-and-evaluate': {
      name: 'Prova un assistent',
      description: 'Executa les proves d’un assistent i explica els resultats',
    },
    'explain-assistant': {
      name: 'Explica un assistent',
      description: 'Explica com funciona un assistent: els prompts, les eines i el model',
    },
    'explain-answer': {
      name: 'Explica una resposta',
      description: 'Explica què ha passat en l’última resposta d’un assistent',
    },
  },
}
