import type { RegressionTexts } from './en.ts'

export const ca: RegressionTexts = {
  subject: (assistant, count) =>
    count === 1 ? `Ara falla una prova de ${assistant}` : `Ara fallen ${count} proves de ${assistant}`,
  text: (assistant, count) =>
    count === 1
      ? `Una prova de ${assistant} que s’havia superat en l’última execució ara falla:`
      : `${count} proves de ${assistant} que s’havien superat en l’última execució ara fallen:`,
  more: (count) => `i ${count} més`,
  model: (before, after) => `El model ha canviat de ${before} a ${after}.`,
  version: (before, after) => `L’assistent ha canviat de la versió ${before} a la versió ${after}.`,
  same: 'No han canviat ni el nom del model ni l’assistent. Pot ser que el proveïdor hagi actualitzat el model.',
  link: 'Obre les proves',
  why: 'Reps aquest correu perquè vas triar executar aquestes proves automàticament. Ho pots desactivar a la mateixa pàgina.',
}
