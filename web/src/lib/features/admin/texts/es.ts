import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Sistema',
  forAdmins: 'Solo los administradores del sistema pueden abrir esta página',
  forAdminsText:
    'Desde aquí, los administradores del sistema gestionan todas las organizaciones y cuentas de este servidor.',
  tabsLabel: 'Administración del sistema',
  tabs: {
    organizations: 'Organizaciones',
    users: 'Usuarios',
    health: 'Estado',
    audit: 'Registro de auditoría',
    jobs: 'Trabajos',
    import: 'Importar',
  },
  organizations: {
    usesSystemProviders: 'Usa los proveedores del sistema',
    useSystemProviders: 'Usar los proveedores del sistema',
    useSystemProvidersHint:
      'Para los proveedores que no se configuren aquí se usa la cuenta de la organización del sistema, a su cargo. Las claves de API no se copian.',
    new: 'Organización nueva',
    list: 'Organizaciones',
    count: (count) => plural('es', count, { one: '# organización', other: '# organizaciones' }),
    system: 'Sistema',
    states: { active: 'Activa', suspended: 'Suspendida', trial: 'Prueba' },
    settings: 'Ajustes',
    settingsOf: (name) => `Ajustes de ${name}`,
    usage: 'Uso',
    suspend: 'Suspender',
    activate: 'Activar',
    suspended: (name) => `${name} está suspendida. Sus miembros no pueden iniciar sesión.`,
    activated: (name) => `${name} está activa`,
    confirmDelete: (name) => `¿Eliminar ${name}?`,
    confirmDeleteText:
      'Sus miembros pasan a la organización del sistema con todo lo que tienen. Sus ajustes y claves de API se eliminan definitivamente.',
    deleted: (name) => `${name} se ha eliminado`,
    name: 'Nombre',
    slug: 'Nombre corto',
    slugHint: 'Se usa en las URL: minúsculas, cifras y guiones. No se puede cambiar después.',
    admin: 'Administrador',
    adminHint: 'Un miembro de la organización del sistema, que pasará a la nueva.',
    noAdmin: 'Ninguno',
    create: 'Crear organización',
    created: (name) => `${name} se ha creado`,
  },
  users: {
    new: 'Usuario nuevo',
    search: 'Buscar usuarios',
    list: 'Usuarios',
    count: (count) => plural('es', count, { one: '# usuario', other: '# usuarios' }),
    systemAdmin: 'Administrador del sistema',
    student: 'Estudiante',
    disabled: 'Desactivada',
    makeAdmin: 'Hacer administrador del sistema',
    removeAdmin: 'Quitar como administrador del sistema',
    enable: 'Activar la cuenta',
    disable: 'Desactivar la cuenta',
    changed: (name) => `Se han guardado los cambios de ${name}`,
    confirmAdmin: (name) => `¿Hacer a ${name} administrador del sistema?`,
    confirmAdminText:
      'Los administradores del sistema pueden ver y cambiar todas las organizaciones y cuentas de este servidor.',
    confirmDelete: (name) => `¿Eliminar a ${name}?`,
    confirmDeleteText:
      'Se eliminan definitivamente la cuenta, sus conversaciones y sus claves de API. Si la persona tiene asistentes, la cuenta no se puede eliminar; desactívala.',
    deleted: (name) => `Se ha eliminado a ${name}`,
    organization: 'Organización',
    noResultsTitle: 'No se han encontrado usuarios',
    noResultsText: 'Prueba con otro nombre, correo u organización.',
  },
  jobs: {
    text: 'Documentos de todas las organizaciones que se están leyendo e indexando para la búsqueda.',
    filter: 'Filtrar los trabajos',
    filters: { all: 'Todos', waiting: 'En espera', running: 'En curso', failed: 'Fallidos' },
    states: {
      waiting: 'En espera',
      running: 'En curso',
      failed: 'Fallido',
      completed: 'Terminado',
      cancelled: 'Detenido',
    },
    stages: {
      fetch: 'Descargando',
      read: 'Leyendo',
      describe: 'Describiendo imágenes',
      split: 'Dividiendo',
      index: 'Indexando',
    },
    list: 'Trabajos',
    document: 'Documento',
    owner: 'Propietario',
    changed: 'Última actualización',
    added: (date) => `Añadido: ${date}`,
    attempts: (count) => plural('es', count, { one: '# intento', other: '# intentos' }),
    progressOf: (name) => `Progreso de ${name}`,
    part: (stage, done, total) => `${stage}: ${done} de ${total}`,
    newest: (count) => `Se muestran los ${count} trabajos más recientes.`,
    emptyTitle: 'Aún no hay trabajos',
    emptyText:
      'Cuando se añade un documento a una base de conocimiento, aquí se ve su progreso: en espera, en curso, terminado o fallido, con el motivo.',
    noJobs: {
      waiting: 'No hay trabajos en espera',
      running: 'No hay trabajos en curso',
      failed: 'No hay trabajos fallidos',
    },
    noJobsText: 'Elige «Todos» para ver los trabajos recientes.',
  },
  setup: {
    title: 'Configura Bellwether',
    progress: (done, all) => `${done} de ${all} pasos hechos`,
    hide: 'Ocultar los pasos de configuración',
    done: 'Hecho:',
    open: 'Pendiente:',
    optional: 'Opcional',
    steps: {
      admin: {
        title: 'Cuenta de administración',
        text: 'Crea una cuenta para la persona que gestiona este servidor.',
      },
      model: {
        title: 'Conecta un modelo de lenguaje',
        text: 'Hasta entonces, los asistentes citan sus documentos en lugar de responder con sus propias palabras.',
      },
      educator: {
        title: 'Invita al primer docente',
        text: 'Los docentes crean asistentes y los publican para los estudiantes.',
      },
      https: {
        title: 'Activa HTTPS',
        text: 'Pon Bellwether detrás de un proxy inverso con certificado y define PUBLIC_URL con la dirección https.',
      },
      backup: {
        title: 'Haz una copia de seguridad',
        text: 'Ejecuta npm run backup una vez y, después, cada semana.',
      },
      smtp: {
        title: 'Conecta un servidor de correo',
        text: 'Envía invitaciones y enlaces de contraseña. Sin él, tendrás que compartir los enlaces tú.',
      },
      sign_in: {
        title: 'Conecta tu inicio de sesión',
        text: 'Inicio de sesión único o tu plataforma de aprendizaje, para que nadie necesite otra contraseña.',
      },
    },
  },
  problems: {
    title: 'Qué requiere atención',
    none: 'Todo funciona.',
    serious: 'Grave:',
    minor: 'Aviso:',
    guide: 'Leer la guía',
    show: 'Mostrar',
    disk_low: {
      what: (free) => `Solo quedan ${free} de espacio en disco.`,
      fix: 'Libera espacio o amplía el disco. Cuando se llene, no se podrá guardar nada.',
    },
    answers_fail: {
      what: (failed, all) => `Han fallado ${failed} de ${all} respuestas en la última hora.`,
      fix: 'Puede que un proveedor no funcione o que su clave haya caducado. Pruébalo en Proveedores.',
    },
    mails_failed: {
      what: (count) =>
        plural('es', count, {
          one: 'No se ha podido entregar # correo de los últimos 7 días.',
          other: 'No se han podido entregar # correos de los últimos 7 días.',
        }),
      fix: 'Revisa las direcciones y vuelve a enviar las invitaciones.',
    },
    mails_late: {
      what: (count) =>
        plural('es', count, {
          one: '# correo lleva más de una hora esperando.',
          other: '# correos llevan más de una hora esperando.',
        }),
      fix: 'Puede que no se pueda acceder al servidor de correo. Revisa SMTP_URL.',
    },
    budgets_used_up: {
      what: (count) =>
        plural('es', count, {
          one: 'En # organización, el presupuesto para los proveedores del sistema está agotado.',
          other: 'En # organizaciones, el presupuesto para los proveedores del sistema está agotado.',
        }),
      fix: 'Las preguntas se rechazan hasta que se restablezca. Amplíalo en Organización → Presupuestos, en esa organización.',
    },
    documents_failed: {
      what: (count) =>
        plural('es', count, {
          one: 'No se ha podido leer # documento de los últimos 7 días.',
          other: 'No se han podido leer # documentos de los últimos 7 días.',
        }),
      fix: 'La lista de trabajos muestra el motivo. La mayoría se pueden reintentar.',
    },
    backup_old: {
      what: (day) => `La última copia de seguridad es del ${day}.`,
      never: 'Aún no hay ninguna copia de seguridad.',
      fix: 'Ejecuta npm run backup y prográmalo cada semana. Ignora este aviso si haces copias de otra forma.',
    },
    no_https: {
      what: 'Las personas inician sesión por una conexión sin cifrar (HTTP).',
      fix: 'Configura HTTPS con un proxy inverso y define PUBLIC_URL con la dirección https.',
    },
  },
  testEmail: {
    title: 'Correo electrónico',
    text: 'Envía un correo de prueba a tu propia dirección para comprobar la configuración del servidor de correo.',
    send: 'Enviar correo de prueba',
    sent: (to: string) =>
      `El servidor de correo ha aceptado el mensaje para ${to}. Si no llega, mira en la carpeta de spam.`,
    notSent: (to: string) => `No se ha enviado el correo a ${to}.`,
  },
  health: {
    server: 'Servidor',
    database: 'Base de datos',
    running: 'En marcha',
    ready: 'Conectada',
    notReady: 'No disponible',
    version: (version) => `Versión ${version}`,
    refresh: 'Actualizar',
    sinceStart: 'Desde que arrancó el servidor',
    uptime: 'Tiempo en marcha',
    requests: 'Peticiones',
    failures: 'Errores del servidor',
    answers: 'Respuestas',
    failedAnswers: 'Respuestas fallidas o detenidas',
    memory: 'Memoria',
    lag: 'Retraso del bucle de eventos (p99)',
    lost: 'Registros de uso perdidos',
  },
}
