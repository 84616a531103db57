import type { Texts } from './en.ts'

export const ca: Texts = {
  close: 'Tanca',
  cancel: 'Cancel·la',
  save: 'Desa',
  delete: 'Elimina',
  edit: 'Edita',
  undo: 'Desfés',
  kept: (name) => `«${name}» s’ha conservat`,
  retry: 'Torna-ho a provar',
  clear: 'Esborra',
  more: 'Més',
  loading: 'Carregant…',
  optional: 'opcional',
  copied: 'Copiat',
  copy: 'Copia',
  notCopied: 'El navegador no permet copiar. Selecciona el text i prem Ctrl+C.',
  news: 'Notificacions',
  breadcrumb: 'On ets',
  pages: 'Pàgines',
  previous: 'Pàgina anterior',
  next: 'Pàgina següent',
  range: (from: string, to: string, total: string) => `${from}–${to} de ${total}`,
  palette: 'Ordres',
  palettePrompt: 'Vés a, crea, cerca…',
  nothingFound: "No s'ha trobat res",
  unreachableTitle: 'El servidor no respon',
  unreachable:
    "No s'ha perdut res. Comprova la connexió, o pregunta a qui administra el servidor si està en marxa, i torna-ho a provar.",
  failedTitle: 'Això no ha funcionat',
  failed:
    'Alguna cosa ha fallat per part nostra. Torna-ho a provar; si continua, avisa qui administra el servidor.',
  notFoundTitle: 'Aquí no hi ha res',
  notFound:
    "Pot ser que l'adreça estigui mal escrita, o que el que hi havia s'hagi eliminat o ja no es comparteixi amb tu.",
  toAssistants: 'Als assistents',
}
