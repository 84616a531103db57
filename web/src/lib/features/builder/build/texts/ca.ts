import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Crea’l amb mi',
  tab: 'Crear amb mi',
  text: 'Descriu l’assistent que vols. Rebràs suggeriments com a canvis que acceptes, edites o rebutges. No es desa res fins que desis.',
  prompt: 'Què hauria de canviar?',
  note: 'Revisa cada canvi abans de desar',
  startNew: [
    'Ajuda’m a planificar un assistent per al meu curs',
    'Escriu un prompt del sistema que doni pistes en lloc de solucions',
    'Quines de les meves bases de coneixement podria fer servir aquest assistent?',
  ],
  startSaved: [
    'Revisa el prompt del sistema i suggereix millores',
    'Afegeix una de les meves bases de coneixement',
    'Executa les proves i explica què falla',
    'Explica l’última resposta',
  ],
  noModelTitle: 'Encara no hi ha cap model',
  noModelText:
    'Això necessita un model de la teva organització. Fins que un administrador n’afegeixi un, comença amb una plantilla.',
  templates: 'Triar una plantilla',
  proposal: 'Canvis proposats',
  states: {
    proposed: 'Pendent de la teva decisió',
    accepted: 'Acceptat, encara sense desar',
    edited: 'Acceptat amb els teus canvis, encara sense desar',
    rejected: 'Rebutjat',
    undone: 'Desfet',
  },
  announce: (summary) => `Canvis proposats: ${summary}`,
  accept: 'Accepta',
  edit: 'Edita',
  reject: 'Rebutja',
  undo: 'Desfés',
  applyAgain: 'Torna-ho a aplicar',
  acceptEdited: 'Accepta amb canvis',
  cancel: 'Cancel·la',
  onePerLine: 'Una per línia',
  notEditable: 'Pots canviar el model i les eines al formulari després d’acceptar.',
  added: 'afegit: ',
  removed: 'eliminat: ',
}
