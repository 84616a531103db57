import type { MessageCode } from '@bellwether/wire'

export const lti = {
  'lti.already_set_up': 'Beste norbaitek konfiguratu du jarduera hau. Ireki berriro zure ikastarotik.',
  'lti.assistant_required': 'Aukeratu gutxienez laguntzaile bat',
  'lti.deployment_taken':
    'Bezero hau edo haren hedapenetako bat dagoeneko erregistratuta dago, hemen edo beste erakunde batean',
  'lti.system_admin':
    'Sistemaren administratzaileek ezin dute beren kontua LMS batekin lotu. Erabili irakasle-kontu bat.',
  'lti.educator_required': 'Irakasle-kontuek bakarrik konfigura ditzakete jarduerak',
  'lti.grades_not_offered': 'Plataformak ez du kalifikaziorik onartzen jarduera honetarako',
  'lti.key_required': 'Idatzi kontsumitzaile-gako bat',
  'lti.key_taken': 'Kontsumitzaile-gako hau erabiltzen ari da. Aukeratu beste bat.',
  'lti.link_expired': 'Esteka hau iraungi da. Ireki jarduera berriro zure ikastarotik.',
  'lti.lms_of_other_organization': 'LMS hau beste erakunde batena da. Erabili erakunde horretako kontu bat.',
  'lti.no_rubric': 'Jarduera honetako laguntzaile bakar batek ere ez du errubrikarik',
  'lti.not_activity_owner': 'Jarduera hau konfiguratu zuen pertsonak bakarrik alda dezake',
  'lti.one_assistant': 'Plataformak laguntzaile bakarra onartzen du aldi bakoitzean',
  'lti.other_organization': 'Zure erakundean bakarrik konfigura ditzakezu jarduerak',
  'lti.score_too_high': 'Puntuazioa ezin da {max} baino handiagoa izan',
  'lti.secret_required': 'Idatzi sekretu partekatua',
  'lti.account_disabled':
    'Kontu hau desgaituta dago. Jarri harremanetan zure irakaslearekin edo administratzailearekin.',
  'lti.account_elsewhere':
    'Zure kontua beste erakunde batekoa da. Jarri harremanetan zure administratzailearekin.',
  'lti.assistant_gone': 'Laguntzaile hau ez dago erabilgarri. Jarri harremanetan zure irakaslearekin.',
  'lti.launch_refused': 'Sarbidea ukatu da. Ireki jarduera berriro zure ikastarotik.',
  'lti.organization_suspended': 'Zure erakundea etenda dago. Jarri harremanetan zure administratzailearekin.',
} as const satisfies Partial<Record<MessageCode, string>>
