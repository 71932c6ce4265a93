// The Spanish texts of signing in.

import type { AreaTexts } from '../chapters.ts'

export const signIn: AreaTexts<'signIn'> = {
  signIn: {
    title: 'Iniciar sesión',
    login: 'Usuario',
    password: 'Contraseña',
    remember: 'Mantener la sesión una semana',
    submit: 'Iniciar sesión',
    needLogin: 'Introduce tu usuario.',
    needPassword: 'Introduce tu contraseña.',
    wrong: 'El usuario o la contraseña son incorrectos.',
    unavailable: 'El panel no puede comprobar tu inicio de sesión ahora. Inténtalo en un momento.',
    unreachable: 'El panel no responde. Comprueba tu conexión e inténtalo de nuevo.',
    captchaUnavailable:
      'El servicio de CAPTCHA no responde, así que ahora nadie puede iniciar sesión. Inténtalo más tarde.',
    ended: 'Tu sesión ha terminado. Inicia sesión de nuevo para continuar.',
    captchaNeeded: 'Resuelve primero el CAPTCHA.',
    captchaRefused: 'El CAPTCHA no se superó. Inténtalo otra vez.',
    captchaLoading: 'Cargando el CAPTCHA',
    captchaFailed: 'No se pudo cargar el CAPTCHA. Puede que lo impida un bloqueador o la red.',
    fiveWrong:
      'Cinco códigos fueron incorrectos, así que este inicio de sesión ha terminado. Introduce tu contraseña de nuevo.',
    challengeEnded:
      'Este inicio de sesión terminó antes de un código correcto. Introduce tu contraseña de nuevo.',
    challengeOver: 'Han pasado los cinco minutos para el código. Introduce tu contraseña de nuevo.',
    enrolled:
      'La verificación en dos pasos está activada. Inicia sesión otra vez, ahora con un código de tu aplicación.',
    enrolmentOver: 'Se acabó el tiempo para configurarla. Inicia sesión de nuevo para otros 15 minutos.',
    codeTitle: 'Introduce tu código',
    codeText: 'Tu contraseña es correcta. Ahora los seis dígitos que muestra tu aplicación de autenticación.',
    codeWrong_one: 'Este código es incorrecto o ya se usó. Queda {{count}} intento.',
    codeWrong_many: 'Este código es incorrecto o ya se usó. Quedan {{count}} intentos.',
    codeWrong_other: 'Este código es incorrecto o ya se usó. Quedan {{count}} intentos.',
    recoveryTitle: 'Usar un código de recuperación',
    recoveryText:
      'Uno de los diez códigos que guardaste al configurar la verificación en dos pasos. Cada uno sirve una vez.',
    recoveryCode: 'Código de recuperación',
    useRecovery: 'Usar un código de recuperación',
    useApp: 'Usar la aplicación',
    backToPassword: 'Volver a la contraseña',
    enrolTitle: 'Protege tu cuenta para continuar',
    enrolText:
      'Los administradores de este panel necesitan la verificación en dos pasos, y el plazo para configurarla ha pasado. Hasta que esté activada, esta sesión no puede hacer nada más.',
    timeLeft: 'Tiempo restante',
    again: 'Iniciar sesión con un código',
  },
}
