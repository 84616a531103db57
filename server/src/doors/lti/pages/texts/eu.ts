import type { LaunchTexts } from './shape.ts'

export const eu: LaunchTexts = {
  refusedTitle: 'Ezin da jarduera hau ireki',
  problems: {
    malformed: 'Plataformaren eskaera ez da baliozko LTI 1.1 sarrera bat.',
    duplicate_field: 'Plataformak behin baino gehiagotan bidali du «{field}» eremua.',
    missing_field: 'Plataformak ez du «{field}» eremua bidali.',
    not_a_launch: 'Helbide honek oinarrizko sarrera-eskaerak bakarrik onartzen ditu.',
    wrong_signature:
      'Gakoa edo sinadura ez da baliozkoa. Egiaztatu gakoa, sekretu partekatua eta sarrera-helbidea plataforman.',
    old_timestamp:
      'Sarrera iraungi da. Ireki jarduera berriro. Berriz gertatzen bada, plataformaren erlojua gaizki dago.',
    replayed: 'Sarrera hau dagoeneko erabili da. Ireki jarduera berriro zure ikastarotik.',
    learner_cannot_build: 'Irakasleek bakarrik ireki dezakete orri hau. Ikastaro honetan ikaslea zara.',
    account_disabled:
      'Kontu hau desgaituta dago. Jarri harremanetan zure irakaslearekin edo administratzailearekin.',
    organization_suspended: 'Zure erakundea etenda dago. Jarri harremanetan zure administratzailearekin.',
    activity_disabled: 'Jarduera hau desaktibatuta dago. Jarri harremanetan zure irakaslearekin.',
    assistant_gone: 'Laguntzaile hau ez dago erabilgarri. Jarri harremanetan zure irakaslearekin.',
    link_expired: 'Esteka hau iraungi da. Ireki jarduera berriro zure ikastarotik.',
  },
  waitingTitle: 'Oraindik ez dago prest',
  waiting: 'Zure irakasleak ez du oraindik jarduera hau konfiguratu. Saiatu berriro geroago.',
  noAccountTitle: 'Ez da konturik aurkitu',
  noAccount:
    'Jarduera hau konfiguratzeko, irakasle-kontu bat behar duzu. Eskatu zure administratzaileari, edo lotu daukazun kontua.',
  linkAccount: 'Lotu nire kontua',
}
