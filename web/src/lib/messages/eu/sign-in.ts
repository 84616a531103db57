import type { MessageCode } from '@bellwether/wire'

export const signIn = {
  'sign_in.email_elsewhere':
    'Badago helbide elektroniko hau duen kontu bat beste erakunde batean. Eskatu administratzaile bati kontua lekuz aldatzeko.',
  'sign_in.email_unverified':
    'Badago helbide elektroniko hau duen kontu bat, eta saio-hasierako hornitzaileak ez du berretsi helbidea zurea dela. Hasi saioa ohi duzun bezala, edo eskatu laguntza zure erakundeko administratzaileari.',
  'sign_in.moved': 'Zure kontua beste erakunde batekoa da orain. Erabili erakunde horren saio-hasiera.',
  'sign_in.system_admin':
    'Sistemaren administratzaileek ezin dute saioa hasi erakunde baten hornitzailearekin. Erabili pasahitza.',
  'sign_in.too_many_starts':
    'Jende gehiegi ari da saioa hasten zure saretik. Saiatu berriro minutu bat barru.',
  'sign_in.cancelled': 'Saio-hasiera bertan behera utzi da',
  'sign_in.flow_expired': 'Saio-hasiera hau iraungi da edo dagoeneko erabili da. Saiatu berriro.',
  'sign_in.logout_token_invalid': 'Saioa amaitzeko eskaera ez da baliozkoa',
  'sign_in.organization_missing':
    'Zure kontuak ez du oraindik erakunderik. Galdetu zerbitzariaren operadoreari.',
  'sign_in.password_hidden':
    'Zure erakundeak saio-hasiera bakarra erabiltzen du. Erabili haren botoia saioa hasteko orrian.',
  'sign_in.password_needs_provider': 'Lehenik gehitu eta gaitu saio-hasierako hornitzaile bat',
  'sign_in.preview_default': 'Ez da araurik bete. Kontu berriak ikasleenak dira.',
  'sign_in.preview_rule': '{number}. araua bete da: {claim} hau da: «{value}»',
  'sign_in.preview_token': 'Hau ez da token bat. Itsatsi identitate-token bat edo haren datuak JSON gisa.',
  'sign_in.provider_invalid':
    'Ez da onartu saio-hasierako hornitzailearen erantzuna. Saiatu berriro, edo galdetu zure erakundeko administratzaileari.',
  'sign_in.provider_unreachable':
    'Ezin da saio-hasierako hornitzailera iritsi. Saiatu berriro minutu batzuk barru.',
  'sign_in.rule_organization': 'Erakunde baten hornitzailearen arauek ezin dute beste erakunde bat aipatu',
  'sign_in.unsolicited':
    'Saioa hemen hasi behar da: aukeratu berriro zure hornitzailea. Administratzaile batek hornitzailean hastea ere baimen dezake.',
  'sign_in.discovery_invalid':
    '{url} URLak ez du OpenID Connect dokumenturik itzultzen (egoera: {status}). Egiaztatu igorlea.',
  'sign_in.discovery_issuer': 'Hornitzaileak dio bere igorlea {issuer} dela. Idatzi zehazki horrela.',
  'sign_in.discovery_incomplete': 'Hornitzailearen OpenID Connect dokumentuan datuak falta dira: {fields}',
  'sign_in.discovery_insecure':
    'Hornitzailearen OpenID Connect dokumentuak httpsrik gabeko helbideak ditu: {fields}',
  'sign_in.test_ok': 'Hornitzaileak erantzuten du, eta haren ezarpenak irakur daitezke',
  'sign_in.too_many_providers': 'Saio-hasierako hornitzaile gehiegi (muga: {limit}). Ezabatu bat lehenik.',
  'sign_in.certificate_expired': 'Identitate-hornitzailearen ziurtagiria iraungi da',
  'sign_in.certificate_invalid':
    'Hau ez da ziurtagiri bat. Itsatsi identitate-hornitzailearen sinadura-ziurtagiria PEM edo base64 formatuan.',
  'sign_in.metadata_expired':
    'Metadatu hauek data honetara arte balio zuten: {date}. Eskatu uneko bertsioa identitate-hornitzaileari.',
  'sign_in.metadata_invalid':
    'Hauek ez dira SAML metadatuak. Itsatsi identitate-hornitzailearen XMLa, edo sartu haren URLa.',
  'sign_in.metadata_no_idp': 'Metadatuek ez dute SAML 2.0rako identitate-hornitzailerik',
  'sign_in.metadata_not_found': 'Metadatuek ez dute entitatearen ID hau duen identitate-hornitzailerik',
  'sign_in.metadata_no_redirect':
    'Identitate-hornitzaileak ez du HTTP-Redirect eta https dituen saio-hasierako URLrik, eta Bellwetherrek hori behar du',
  'sign_in.metadata_no_certificate': 'Identitate-hornitzailearen metadatuek ez dute sinadura-ziurtagiririk',
  'sign_in.metadata_unreachable':
    'Ezin dira metadatuak URL honetatik irakurri. Egiaztatu URLa, edo itsatsi XMLa.',
  'sign_in.saml_no_secret': 'SAML hornitzaileek ez dute bezero-sekreturik',
  'sign_in.saml_ready': 'Ezarpenak osorik daude. Hasi saioa behin probatzeko.',

  'account.email_unchanged': 'Hau da jada zure helbide elektronikoa',
  'account.link_invalid': 'Esteka hau iraungi da edo dagoeneko erabili da. Eskatu berri bat.',
  'account.mail_disabled':
    'Zerbitzari honek ezin du mezu elektronikorik bidali. Sortu esteka bat eta helarazi zuk zeuk.',
  'account.no_mail_server':
    'Posta ez dago konfiguratuta. Ezarri SMTP_URL eta SMTP_FROM, eta berrabiarazi zerbitzaria.',
  'account.mail_disabled_own':
    'Zerbitzari honek ezin du mezu elektronikorik bidali. Jarri harremanetan zure erakundeko administratzailearekin.',
  'account.no_password': 'Kontu honek ez du pasahitzik hemen. Beste zerbitzu baten bidez hasten du saioa.',
  'account.reset_requested': 'Helbide honekin konturik badago, esteka bat duen mezua jasoko duzu laster.',
  'account.too_many_mails': 'Mezu gehiegi eskatu dira. Saiatu berriro ordubete barru.',
  'invitations.admin_by_link': 'Administratzaileak helbide elektronikoz bakarrik gonbida daitezke',
  'invitations.admin_of_system':
    'Sistemaren erakundeak ez du gonbidatzeko moduko erakunde-administratzailerik',
  'invitations.domain_required': 'Erabili domeinu honetako helbide elektroniko bat: {domains}',
  'invitations.email_required': 'Idatzi zure helbide elektronikoa',
  'invitations.has_account': 'Pertsona honek badu kontua dagoeneko',
  'invitations.invalid': 'Gonbidapen honek ez du balio jada. Eskatu berri bat.',
  'invitations.too_many': 'Gonbidapen ireki gehiegi daude (muga: {limit}). Baliogabetu batzuk lehenik.',

  'class_links.address_busy': 'Galdera gehiegi datoz zure saretik. Saiatu berriro minutu batzuk barru.',
  'class_links.assistant_limit': 'Laguntzaile honek bere muga jo du oraingoz. Esaiozu esteka eman dizunari.',
  'class_links.budget_used': 'Esteka honek hileko aurrekontua agortu du. Esaiozu esteka eman dizunari.',
  'class_links.busy': 'Jende gehiegi ari da galdetzen une honetan. Saiatu berriro segundo batzuk barru.',
  'class_links.daily_questions': 'Gaurko {limit} galderak egin dituzu. Itzuli bihar.',
  'class_links.daily_uploads': 'Gaur ezin duzu fitxategi gehiago erantsi. Itzuli bihar.',
  'class_links.ended': 'Esteka hau itxita dago',
  'class_links.ends_before_start': 'Amaierak hasieraren ondorengoa izan behar du',
  'class_links.guest_gone': 'Gonbidatuen elkarrizketa hauek ez daude jada',
  'class_links.guest_only_chats': 'Gonbidatuek beren estekako laguntzailearekin bakarrik hitz egin dezakete',
  'class_links.limits_need_guests':
    'Mugak eta aurrekontua gonbidatuentzat dira. Erakundearentzako esteka batek ez du gonbidaturik.',
  'class_links.members_only': 'Esteka hau erakundeko kideentzat da. Hasi saioa erabiltzeko.',
  'class_links.not_published': 'Argitaratu laguntzailea esteka sortu aurretik',
  'class_links.not_started': 'Esteka hau ez dago oraindik irekita',
  'class_links.off': 'Esteka hau desgaituta dago',
  'class_links.other_organization':
    'Esteka hau beste erakunde batena da, eta zure kontuak ezin ditu bertako elkarrizketak gorde',
  'class_links.passphrase_needed': 'Idatzi gelako pasahitza',
  'class_links.passphrase_not_used': '«passphrase» motako estekek bakarrik izan dezakete gelako pasahitza',
  'class_links.passphrase_required': 'Aukeratu gelako pasahitz bat esteka honentzat',
  'class_links.restore_expired': 'Esteka hau ezin da jada berreskuratu',
  'class_links.too_many': 'Laguntzaile batek gehienez {limit} esteka izan ditzake. Ezabatu bat lehenik.',
  'class_links.too_many_guests': 'Jende gehiegi sartu da zure saretik. Saiatu geroago.',
  'class_links.wrong_passphrase': 'Gelako pasahitza ez da zuzena',
} as const satisfies Partial<Record<MessageCode, string>>
