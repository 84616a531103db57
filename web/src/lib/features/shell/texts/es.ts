import type { Texts } from './en.ts'

export const es: Texts = {
  skip: 'Saltar al contenido',
  main: 'Principal',
  menu: 'Menú',
  assistants: 'Asistentes',
  knowledge: 'Conocimiento',
  rubrics: 'Rúbricas',
  chats: 'Conversaciones',
  usage: 'Uso',
  organization: 'Organización',
  admin: 'Sistema',
  account: 'Cuenta y ajustes',
  toAccount: 'Contraseña y claves de API',
  language: 'Idioma',
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
  roles: {
    admin: 'Administración del sistema',
    organization: 'Administración de la organización',
    member: 'Docente',
  },
  coming: {
    create:
      'Aquí elegirás Clásico o Multiherramienta, una plantilla, o soltarás tus archivos y dirás en una frase para qué es el asistente.',
    builder: 'Aquí escribirás el prompt, elegirás sus herramientas y probarás el asistente al lado.',
    knowledge:
      'Aquí se leerán, dividirán e indexarán tus documentos, para que los asistentes los citen por página.',
    rubrics: 'Aquí escribirás rúbricas como las impresas y las probarás con un texto.',
    chats: 'Aquí se guardarán tus conversaciones, para buscarlas, renombrarlas, archivarlas y continuarlas.',
    usage: 'Aquí verás quién preguntó qué, cuánto costó y con qué rapidez.',
    organization: 'Aquí configurarás proveedores, modelos, miembros, claves y presupuestos.',
    admin: 'Aquí gestionarás organizaciones, usuarios, tareas y el registro de auditoría.',
    chat: 'Aquí el alumnado conversará con este asistente, y con nada más.',
  },
}
