import type { Texts } from './en.ts'

export const ca: Texts = {
  skip: 'Salta al contingut',
  main: 'Principal',
  menu: 'Menú',
  assistants: 'Assistents',
  knowledge: 'Coneixement',
  rubrics: 'Rúbriques',
  chats: 'Converses',
  usage: 'Ús',
  organization: 'Organització',
  admin: 'Sistema',
  account: 'Compte i configuració',
  toAccount: 'Contrasenya i claus d’API',
  language: 'Idioma',
  theme: 'Tema',
  themes: {
    system: 'Sistema',
    light: 'Clar',
    dark: 'Fosc',
  },
  signOut: 'Tanca la sessió',
  goTo: 'Vés a',
  create: 'Crea',
  newAssistant: 'Assistent nou',
  search: 'Cerca…',
  roles: {
    admin: 'Administració del sistema',
    organization: "Administració de l'organització",
    member: 'Docent',
  },
  coming: {
    create:
      'Aquí triaràs Clàssic o Multieina, una plantilla, o deixaràs els fitxers i diràs en una frase per a què és l’assistent.',
    builder: 'Aquí escriuràs el prompt, triaràs les eines i provaràs l’assistent al costat.',
    knowledge:
      'Aquí es llegiran, dividiran i indexaran els teus documents, perquè els assistents els citin per pàgina.',
    rubrics: 'Aquí escriuràs rúbriques com les impreses i les provaràs amb un text.',
    chats:
      'Aquí es guardaran les teves converses, per cercar-les, reanomenar-les, arxivar-les i continuar-les.',
    usage: 'Aquí veuràs qui ha preguntat què, quant ha costat i amb quina rapidesa.',
    organization: 'Aquí configuraràs proveïdors, models, membres, claus i pressupostos.',
    admin: 'Aquí gestionaràs organitzacions, usuaris, tasques i el registre d’auditoria.',
    chat: 'Aquí l’alumnat conversarà amb aquest assistent, i amb res més.',
  },
}
