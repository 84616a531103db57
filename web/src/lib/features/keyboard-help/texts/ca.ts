import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Dreceres de teclat',
  text: 'En aquesta pàgina pots fer servir:',
  keys: { Enter: 'Retorn', Shift: 'Maj', Ctrl: 'Ctrl', Space: 'Espai', Escape: 'Esc', Alt: 'Alt' },
  labels: {
    palette: 'Ves a una pàgina, crea o cerca',
    search: 'Ves al camp de cerca',
    save: 'Desa',
    undo: 'Desfés',
    redo: 'Refés',
    moveCriterion: 'Mou el criteri enfocat amunt o avall',
    moveLevel: 'Mou el nivell enfocat a l’esquerra o a la dreta',
    send: 'Envia la pregunta',
    prompts: 'Insereix un prompt (en un camp buit)',
    newline: 'Comença una línia nova',
    pin: 'Fixa o deixa de fixar la conversa enfocada',
    move: 'Mou la conversa enfocada a una carpeta',
    selectAll: 'Selecciona tots els fitxers (a la llista)',
    selectRange: 'Selecciona els fitxers fins a aquest',
    clearSelection: 'Treu la selecció',
    chart: 'Llegeix els valors del gràfic enfocat',
    help: 'Mostra les dreceres de teclat',
  },
}
