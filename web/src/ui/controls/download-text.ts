// Hands a text or bytes to the browser as a file.

export const downloadText = (name: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type: 'text/plain' }))

export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
