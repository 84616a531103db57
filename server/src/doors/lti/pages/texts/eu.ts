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
    unknown_key: 'Ez dago izen hori duen gakorik. Egiaztatu kontsumitzailearen gakoa plataforman.',
    old_timestamp:
      'Sarrera iraungi da. Ireki jarduera berriro. Berriz gertatzen bada, plataformaren erlojua gaizki dago.',
    replayed: 'Sarrera hau dagoeneko erabili da. Ireki jarduera berriro zure ikastarotik.',
    learner_cannot_build: 'Irakasleek bakarrik ireki dezakete orri hau. Ikastaro honetan ikaslea zara.',
    account_disabled:
      'Kontu hau desgaituta dago. Jarri harremanetan zure irakaslearekin edo administratzailearekin.',
    organization_suspended: 'Zure erakundea etenda dago. Jarri harremanetan zure administratzailearekin.',
    activity_disabled: 'Jarduera hau desgaituta dago. Jarri harremanetan zure irakaslearekin.',
    assistant_gone: 'Laguntzaile hau ez dago erabilgarri. Jarri harremanetan zure irakaslearekin.',
    link_expired: 'Esteka hau iraungi da. Ireki jarduera berriro zure ikastarotik.',
    unknown_platform:
      'Plataforma hau ez dago erregistratuta. Administratzaile batek gehi dezake Erakundea → LMS atalean.',
    other_issuer:
      'Plataforma hau beste plataforma-ID batekin (igorlea) erregistratuta dago. Kopiatu plataformaren IDa Erakundea → LMS atalean dagoen bezala, protokoloa eta amaierako barra barne.',
    unknown_client:
      'Plataforma hau erregistratuta dago, baina ez bezeroaren ID honekin. Alderatu plataformako bezeroaren IDa Erakundea → LMS atalekoarekin.',
    ambiguous_platform:
      'Plataformak ez du bezeroaren IDa bidali, eta bat baino gehiago daude erregistratuta. Jarri bezeroaren IDa saio-hasierako URLan.',
    wrong_issuer: 'Tokenaren igorlea ez da saioa hasi zuena.',
    login_refused:
      'Plataformak ez du zure saioa hasi ({field}). Hasi saioa plataforman eta ireki jarduera berriro, edo ireki fitxa berri batean. Plataforma kudeatzen baduzu, egiaztatu tresna aktibo dagoela eta haren birbideratze-URIa abiarazteko URLa dela.',
    unknown_state: 'Saio-hasiera iraungi da edo ez zen hemen hasi. Ireki jarduera berriro zure ikastarotik.',
    malformed_token: 'Plataformak ez du baliozko tokenik bidali.',
    wrong_token_signature:
      'Tokenaren sinadura ez da baliozkoa. Egiaztatu plataformaren gakoen helbidea (JWKS URLa).',
    keys_unavailable:
      'Ezin dira plataformaren gakoak kargatu. Egiaztatu JWKS URLa, edo saiatu berriro geroago.',
    old_token:
      'Plataformaren tokena iraungi da edo oraindik ez da baliozkoa. Ireki jarduera berriro. Berriz gertatzen bada, erlojuren bat gaizki dago.',
    wrong_audience: 'Tokena beste bezero batentzat igorri zen. Egiaztatu bezeroaren IDa.',
    wrong_nonce: 'Tokena ez dagokio saio-hasiera honi. Ireki jarduera berriro zure ikastarotik.',
    missing_claim: 'Tokena osatu gabe dago: «{field}» falta da edo ez da baliozkoa.',
    unsupported_message: 'Ez da onartzen LTI mezu mota hau.',
    unknown_deployment:
      'Plataformaren hedapen hau ez dago erregistratuta. Administratzaile batek gehi dezake haren IDa Erakundea → LMS atalean.',
    other_browser: 'Sarrera ez dator hasi zuen nabigatzailetik. Ireki jarduera beste fitxa batean.',
    account_elsewhere:
      'Zure kontua beste erakunde batekoa da. Jarri harremanetan zure administratzailearekin.',
    no_links_accepted:
      'Plataformak ez du hemen tresnetarako estekarik onartzen. Gehitu laguntzailea kanpoko tresnak eskaintzen dituen lekuan.',
    learner_cannot_choose: 'Irakasleek bakarrik gehi ditzakete laguntzaileak ikastaro batera.',
    registration_link: 'Erregistro-esteka hau ez da baliozkoa. Sortu beste bat Erakundea → LMS atalean.',
    registration_failed: 'Plataformak ez du erregistroa onartu: {field}',
  },
  services: {
    not_offered:
      'Plataformak ez du zerbitzu hau eskaintzen ikastarorako. Baimendu tresnaren ezarpenetan, plataforman.',
    no_course:
      'Oraindik ez du inongo ikaslek jarduerarik ireki plataforma honetatik, edo plataformak ez du uzten kalifikazio-liburuan zutaberik gehitzen. Ireki jarduera bat ikasle gisa, eta baimendu kalifikazio-zerbitzuak tresnaren ezarpenetan.',
    foreign_address: 'Plataformak berea ez den helbide bat eman du.',
    private_address:
      'Plataformaren helbidea ez da publikoa. Gehitu haren ostalaria OUTBOUND_ALLOW aldagaian, hori nahi baduzu.',
    unreachable: 'Ezin da plataformarekin konektatu. Geroago berriro saiatuko gara.',
    redirected:
      'Plataformak birbideratze batekin erantzun du, eta ez da jarraitzen. Egiaztatu plataformaren helbideak.',
    token_refused:
      'Plataformak ez du sarbide-tokenik eman. Egiaztatu sarbide-tokenaren URLa eta bezeroaren IDa, eta plataformak gure gako publikoak ezagutzen dituela.',
    refused: 'Plataformak sarbidea ukatu du. Baimendu zerbitzu hau tresnaren ezarpenetan, plataforman.',
    not_found: 'Plataformak ez du jada aurkitzen. Agian ikastaroa, jarduera edo pertsona ezabatu da.',
    invalid:
      'Plataformak ez du eskaera onartu. Moodlek horrela erantzuten du kalifikatu ezin den pertsona batekin, adibidez irakasle batekin.',
    ungradable:
      'Plataformak ezin du pertsona hau kalifikatu. Canvasek horrela erantzuten du probako ikaslearekin eta ikastaroko ikasle ez direnekin.',
    busy: 'Plataforma lanpetuta dago. Geroago berriro saiatuko gara.',
    failing: 'Plataformak zerbitzari-errore bat itzuli du. Geroago berriro saiatuko gara.',
    malformed: 'Plataformak irakurri ezin den erantzun bat bidali du.',
    too_large: 'Plataformak datu gehiegi bidali ditu.',
  },
  waitingTitle: 'Oraindik ez dago prest',
  waiting: 'Zure irakasleak ez du oraindik jarduera hau konfiguratu. Saiatu berriro geroago.',
  noAccountTitle: 'Ez da konturik aurkitu',
  noAccount:
    'Jarduera hau konfiguratzeko, irakasle-kontu bat behar duzu. Eskatu zure administratzaileari, edo lotu daukazun kontua.',
  linkAccount: 'Lotu nire kontua',
  openTab: 'Ireki beste fitxa batean',
  opening: 'Irekitzen…',
  returning: 'Zure ikastarora itzultzen…',
  notAddedTitle: 'Laguntzaileak ez dira gehitu',
  notAdded:
    'Ez da ezer argitaratu, eta ez zaio ezer bidali zure LMSari. Itxi leiho hau eta aukeratu berriro laguntzaileak zure ikastarotik.',
  cookiesBlocked: 'Zure nabigatzaileak cookieak blokeatzen ditu marko honetan.',
  registeredTitle: 'Erregistratuta',
  registered: 'Leiho hau itxi dezakezu.',
}
