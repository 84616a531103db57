import type { Texts } from './en.ts'

export const ca: Texts = {
  close: 'Tanca',
  cancel: 'Cancel·la',
  save: 'Desa',
  delete: 'Elimina',
  edit: 'Edita',
  undo: 'Desfés',
  kept: (name) => `S’ha restaurat «${name}»`,
  retry: 'Torna-ho a provar',
  clear: 'Esborra',
  more: 'Més',
  loading: 'Carregant…',
  optional: 'opcional',
  copied: 'Copiat',
  copy: 'Copia',
  notCopied: 'El teu navegador no permet copiar. Selecciona el text i prem Ctrl+C.',
  news: 'Notificacions',
  breadcrumb: 'Ruta de navegació',
  pages: 'Pàgines',
  previous: 'Pàgina anterior',
  next: 'Pàgina següent',
  range: (from: string, to: string, total: string) => `${from}–${to} de ${total}`,
  palette: 'Ordres',
  palettePrompt: 'Ves a, crea, cerca…',
  nothingFound: 'Sense resultats',
  offline: 'No tens connexió. Pots llegir aquesta pàgina, però no enviar res.',
  unreachableTitle: 'No es pot connectar amb el servidor',
  unreachable:
    'No has perdut la feina. Comprova la connexió i torna-ho a provar. Si el problema continua, contacta amb el teu administrador.',
  failedTitle: 'Alguna cosa ha anat malament',
  failed:
    'El servidor no ha pogut completar la petició. Torna-ho a provar. Si el problema continua, contacta amb el teu administrador.',
  notLoaded:
    'No s’ha pogut carregar aquesta part de la pàgina. Comprova la connexió i torna-ho a provar, o recarrega la pàgina.',
  notFoundTitle: 'No s’ha trobat',
  notFound:
    'Pot ser que l’enllaç sigui incorrecte, o que el contingut s’hagi eliminat o ja no es comparteixi amb tu.',
  toAssistants: 'Ves als assistents',
  help: 'Ajuda',
  language: 'Idioma',
  saved: 'Desat',
}
