import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  askTitle: 'Vols mostrar el teu nom als teus docents?',
  askText:
    'Els teus docents poden llegir aquesta conversa per millorar l’assistent. Si ho acceptes, veuen el teu nom; si no, un pseudònim. Ho pots canviar quan vulguis a Compte.',
  agree: 'Mostra el meu nom',
  disagree: 'No mostris el meu nom',
  readNamed: 'Els teus docents poden llegir aquesta conversa, amb el teu nom. Pots amagar preguntes.',
  readPseudonymous:
    'Els teus docents poden llegir aquesta conversa, sense el teu nom. Pots amagar preguntes.',
  chats: 'Privacitat de les teves converses',
  chatsText: 'El que veuen de les teves converses les persones que creen els assistents.',
  own: {
    off: 'Ningú més no llegeix les teves converses. Els docents només veuen xifres.',
    pseudonymous:
      'Els docents poden llegir les converses amb els seus assistents, amb un pseudònim. Pots amagar preguntes a la conversa.',
    named:
      'Els docents poden llegir les converses amb els seus assistents. Només veuen el teu nom si ho acceptes. Pots amagar preguntes a la conversa.',
  },
  showName: 'Mostra el meu nom als docents',
  consentSaved: 'Desat',
  kept: (days) =>
    plural('ca', days, {
      one: 'Les converses s’eliminen després de # dia sense ús.',
      other: 'Les converses s’eliminen després de # dies sense ús.',
    }),
  data: 'Les teves dades',
  dataText: 'Baixa tot el que hi ha desat sobre tu, o elimina-ho amb el teu compte.',
  download: 'Baixa les meves dades',
  deleteAccount: 'Elimina el meu compte',
  deleteTitle: 'Vols eliminar el teu compte?',
  deleteText:
    'El teu compte, les converses, les valoracions i els records s’eliminen definitivament. Abans, traspassa el contingut que tinguis.',
  confirmEmail: (email) => `Escriu ${email} per confirmar`,
  conversations: 'Converses',
  conversationsText:
    'El que veuen els docents de les converses amb els seus assistents. Les que comencen mentre només es mostren xifres no es mostren mai.',
  policy: 'Els docents veuen',
  policies: {
    off: 'Només xifres',
    pseudonymous: 'Converses sense noms',
    named: 'Noms de qui ho accepta',
  },
  chatDays: 'Dies que es desen les converses sense ús',
  chatDaysHint: 'Escriu 0 per desar-les sempre.',
  memberData: 'Baixa les dades',
}
