// The page of the plugin: one button that sends a test message.

const texts = {
  en: { say: 'Send a test message', sent: 'Sent.', not: 'Not sent: ' },
  de: { say: 'Testnachricht senden', sent: 'Gesendet.', not: 'Nicht gesendet: ' },
  es: { say: 'Enviar un mensaje de prueba', sent: 'Enviado.', not: 'No enviado: ' },
  fr: { say: 'Envoyer un message de test', sent: 'Envoyé.', not: 'Non envoyé : ' },
  ru: { say: 'Отправить тестовое сообщение', sent: 'Отправлено.', not: 'Не отправлено: ' },
  zh: { say: '发送测试消息', sent: '已发送。', not: '未发送：' },
}

export default function show(rookery) {
  const words = texts[rookery.language] ?? texts.en
  const button = document.createElement('button')
  const line = document.createElement('p')
  button.textContent = words.say
  line.setAttribute('role', 'status')
  button.onclick = async () => {
    button.disabled = true
    try {
      const { sent, problem } = await rookery.post('/test', {})
      line.textContent = sent ? words.sent : words.not + problem
    } catch (error) {
      line.textContent = words.not + error.message
    }
    button.disabled = false
  }
  document.body.append(button, line)
}
