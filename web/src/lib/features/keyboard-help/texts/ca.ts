import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Dreceres de teclat',
  text: 'En aquesta pàgina pots fer servir:',
  keys: { Enter: 'Retorn', Shift: 'Maj', Ctrl: 'Ctrl' },
  labels: {
    palette: 'Ves a una pàgina, crea o cerca',
    search: 'Ves al camp de cerca',
    save: 'Desa',
    send: 'Envia la pregunta',
    prompts: 'Insereix un prompt (en un camp buit)',
    newline: 'Comença una línia nova',
    pin: 'Fixa o deixa de fixar la conversa enfocada',
    move: 'Mou la conversa enfocada a una carpeta',
    help: 'Mostra les dreceres de teclat',
  },
}
