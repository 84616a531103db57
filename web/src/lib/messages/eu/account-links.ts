import type { MessageCode } from '@bellwether/wire'

export const accountLinks = {
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
} satisfies Partial<Record<MessageCode, string>>
