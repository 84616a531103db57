import type { MessageCode } from '@bellwether/wire'

export const classLinks = {
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
