import type { LaunchTexts } from './shape.ts'

export const ca: LaunchTexts = {
  refusedTitle: 'No es pot obrir aquesta activitat',
  problems: {
    malformed: 'La sol·licitud de la plataforma no és un accés LTI 1.1 vàlid.',
    duplicate_field: 'La plataforma ha enviat el camp «{field}» més d’una vegada.',
    missing_field: 'La plataforma no ha enviat el camp «{field}».',
    not_a_launch: 'Aquesta adreça només admet sol·licituds d’accés bàsiques.',
    wrong_signature:
      'La clau o la signatura no són vàlides. Comprova la clau, el secret compartit i l’adreça d’accés a la plataforma.',
    unknown_key: 'No hi ha cap clau amb aquest nom. Revisa la clau del consumidor a la plataforma.',
    old_timestamp:
      'L’accés ha caducat. Torna a obrir l’activitat. Si continua passant, el rellotge de la plataforma va malament.',
    replayed: 'Aquest accés ja s’ha fet servir. Torna a obrir l’activitat des del teu curs.',
    learner_cannot_build:
      'Només els docents poden obrir aquesta pàgina. El teu rol en aquest curs és d’estudiant.',
    account_disabled: 'Aquest compte està desactivat. Contacta amb el teu docent o administrador.',
    organization_suspended: 'La teva organització està suspesa. Contacta amb el teu administrador.',
    activity_disabled: 'Aquesta activitat està desactivada. Contacta amb el teu docent.',
    assistant_gone: 'Aquest assistent no està disponible. Contacta amb el teu docent.',
    link_expired: 'Aquest enllaç ha caducat. Torna a obrir l’activitat des del teu curs.',
    unknown_platform:
      'Aquesta plataforma no està registrada. Un administrador la pot afegir a Organització → LMS.',
    other_issuer:
      'Aquesta plataforma està registrada amb un altre ID de plataforma (emissor). Copia l’ID de la plataforma a Organització → LMS tal qual, inclosos el protocol i la barra final.',
    unknown_client:
      'Aquesta plataforma està registrada, però no amb aquest ID de client. Compara l’ID de client de la plataforma amb el d’Organització → LMS.',
    ambiguous_platform:
      'La plataforma no ha enviat l’ID de client i n’hi ha diversos de registrats. Indica l’ID de client a l’URL d’inici de sessió.',
    wrong_issuer: 'L’emissor del token no és el que va iniciar la sessió.',
    login_refused:
      'La plataforma no ha iniciat la teva sessió ({field}). Inicia la sessió a la plataforma i torna a obrir l’activitat, o obre-la en una pestanya nova. Si administres la plataforma, comprova que l’eina està activa i que el seu URI de redirecció és l’URL de llançament.',
    unknown_state:
      'L’inici de sessió ha caducat o no va començar aquí. Torna a obrir l’activitat des del teu curs.',
    malformed_token: 'La plataforma no ha enviat un token vàlid.',
    wrong_token_signature:
      'La signatura del token no és vàlida. Comprova l’adreça de les claus de la plataforma (URL JWKS).',
    keys_unavailable:
      'No es poden carregar les claus de la plataforma. Comprova l’URL JWKS o torna-ho a provar més tard.',
    old_token:
      'El token de la plataforma ha caducat o encara no és vàlid. Torna a obrir l’activitat. Si continua passant, algun rellotge va malament.',
    wrong_audience: 'El token es va emetre per a un altre client. Comprova l’ID de client.',
    wrong_nonce:
      'El token no correspon a aquest inici de sessió. Torna a obrir l’activitat des del teu curs.',
    missing_claim: 'El token és incomplet: falta «{field}» o no és vàlid.',
    unsupported_message: 'Aquest tipus de missatge LTI no s’admet.',
    unknown_deployment:
      'Aquest desplegament de la plataforma no està registrat. Un administrador en pot afegir l’ID a Organització → LMS.',
    other_browser: 'L’accés no ve del navegador que el va iniciar. Obre l’activitat en una altra pestanya.',
    account_elsewhere: 'El teu compte pertany a una altra organització. Contacta amb el teu administrador.',
    no_links_accepted:
      'La plataforma no admet aquí enllaços a eines. Afegeix l’assistent on ofereixi eines externes.',
    learner_cannot_choose: 'Només els docents poden afegir assistents a un curs.',
    registration_link: 'Aquest enllaç de registre no és vàlid. Crea’n un de nou a Organització → LMS.',
    registration_failed: 'La plataforma no ha acceptat el registre: {field}',
  },
  services: {
    not_offered:
      'La plataforma no ofereix aquest servei per al curs. Permet-lo a la configuració de l’eina a la plataforma.',
    no_course:
      'Cap estudiant no ha obert encara una activitat des d’aquesta plataforma, o la plataforma no permet afegir columnes al llibre de qualificacions. Obre una activitat com a estudiant i permet els serveis de qualificació a la configuració de l’eina.',
    foreign_address: 'La plataforma ha indicat una adreça que no li pertany.',
    private_address:
      'L’adreça de la plataforma no és pública. Afegeix el seu host a OUTBOUND_ALLOW si és el que vols.',
    unreachable: 'No es pot connectar amb la plataforma. Es tornarà a provar més tard.',
    redirected:
      'La plataforma ha respost amb una redirecció, que no se segueix. Revisa les adreces de la plataforma.',
    token_refused:
      'La plataforma no ha emès cap token d’accés. Revisa l’URL del token d’accés i l’ID de client, i que la plataforma conegui les nostres claus públiques.',
    refused:
      'La plataforma ha denegat l’accés. Permet aquest servei a la configuració de l’eina a la plataforma.',
    not_found: 'La plataforma ja no ho troba. Potser s’ha eliminat el curs, l’activitat o la persona.',
    invalid:
      'La plataforma no ha acceptat la petició. Moodle respon així quan la persona no pot rebre qualificacions, per exemple un docent.',
    ungradable:
      'La plataforma no pot qualificar aquesta persona. Canvas respon així amb l’estudiant de prova i amb qui no és estudiant del curs.',
    busy: 'La plataforma està ocupada. Es tornarà a provar més tard.',
    failing: 'La plataforma ha retornat un error del servidor. Es tornarà a provar més tard.',
    malformed: 'La plataforma ha enviat una resposta que no es pot llegir.',
    too_large: 'La plataforma ha enviat massa dades.',
  },
  waitingTitle: 'Encara no està a punt',
  waiting: 'El teu docent encara no ha configurat aquesta activitat. Torna-ho a provar més tard.',
  noAccountTitle: 'No s’ha trobat cap compte',
  noAccount:
    'Per configurar aquesta activitat necessites un compte de docent. Demana’l al teu administrador o vincula el que ja tens.',
  linkAccount: 'Vincula el meu compte',
  openTab: 'Obre en una altra pestanya',
  opening: 'S’està obrint…',
  returning: 'S’està tornant al teu curs…',
  notAddedTitle: 'Els assistents no s’han afegit',
  notAdded:
    'No s’ha publicat res ni s’ha enviat res al teu LMS. Tanca aquesta finestra i torna a triar els assistents des del teu curs.',
  cookiesBlocked: 'El teu navegador bloqueja les galetes en aquest marc.',
  registeredTitle: 'Registre completat',
  registered: 'Pots tancar aquesta finestra.',
}
