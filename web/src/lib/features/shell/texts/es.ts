import type { Texts } from './en.ts'

export const es: Texts = {
  skip: 'Saltar al contenido',
  main: 'Principal',
  menu: 'Menú',
  assistants: 'Asistentes',
  knowledge: 'Conocimiento',
  rubrics: 'Rúbricas',
  workspaces: 'Espacios de trabajo',
  chats: 'Conversaciones',
  usage: 'Uso',
  organization: 'Organización',
  admin: 'Sistema',
  account: 'Cuenta y ajustes',
  toAccount: 'Contraseña y claves de API',
  theme: 'Tema',
  themes: {
    system: 'Sistema',
    light: 'Claro',
    dark: 'Oscuro',
  },
  signOut: 'Cerrar sesión',
  goTo: 'Ir a',
  create: 'Crear',
  newAssistant: 'Nuevo asistente',
  search: 'Buscar…',
}
