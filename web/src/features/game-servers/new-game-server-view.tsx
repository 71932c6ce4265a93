// The dialog for a new game server: game, node, name, and a port for those who want one.

import { Button, Modal, Select, TextInput } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { portNumber } from '@rookery/contracts/http/shapes.ts'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../ui/texts/texts.ts'
import styles from './game-servers.module.css'

export interface NewGameServer {
  name: string
  node_id: number
  template_id: number
  port?: number
}

interface NewGameServerViewProps {
  isOpen: boolean
  templates: TemplateSummary[]
  nodes: Node[]
  isBusy: boolean
  problem: string | null
  onClose: () => void
  onCreate: (wish: NewGameServer) => void
}

export function NewGameServerView(props: NewGameServerViewProps) {
  const t = useTexts()
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('newServer.title')}>
      <NewGameServerForm {...props} />
    </Modal>
  )
}

export function NewGameServerForm({
  templates,
  nodes,
  isBusy,
  problem,
  onClose,
  onCreate,
}: NewGameServerViewProps) {
  const t = useTexts()
  const online = nodes.filter(node => node.online && node.enabled)
  const [templateId, setTemplateId] = useState<string | null>(
    templates.length === 1 ? String(templates[0]?.id) : null,
  )
  const [chosenNodeId, setNodeId] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [port, setPort] = useState('')
  const [isTried, setIsTried] = useState(false)
  const nodeId = chosenNodeId ?? (online[0] ? String(online[0].id) : null)

  /** The game's name is a good first name, as long as nobody has typed another. */
  function pickTemplate(next: string | null) {
    const nameOf = (id: string | null) => templates.find(template => String(template.id) === id)?.name ?? ''
    if (name === '' || name === nameOf(templateId)) setName(nameOf(next))
    setTemplateId(next)
  }

  const isPortWrong = port !== '' && !portNumber.safeParse(Number(port)).success

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!name.trim() || !templateId || !nodeId || isPortWrong) return
    onCreate({
      name: name.trim(),
      node_id: Number(nodeId),
      template_id: Number(templateId),
      port: port === '' ? undefined : Number(port),
    })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Select
        label={t('newServer.game')}
        searchable
        openOnFocus={false}
        placeholder={t('newServer.pickGame')}
        data-autofocus
        data={templates.map(template => ({ value: String(template.id), label: template.name }))}
        value={templateId}
        onChange={pickTemplate}
        error={isTried && !templateId ? t('newServer.needGame') : undefined}
      />
      <TextInput
        label={t('newServer.name')}
        maxLength={190}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={isTried && !name.trim() ? t('newServer.needName') : undefined}
      />
      <div className={styles.pair}>
        <Select
          label={t('newServer.node')}
          data={nodes.map(node => ({
            value: String(node.id),
            label: node.online ? node.name : t('newServer.nodeAway', { name: node.name }),
            disabled: !node.online,
          }))}
          value={nodeId}
          onChange={setNodeId}
          error={
            online.length === 0
              ? t('newServer.noNodes')
              : isTried && !nodeId
                ? t('newServer.needNode')
                : undefined
          }
        />
        <TextInput
          label={t('newServer.port')}
          placeholder={t('newServer.portAuto')}
          inputMode="numeric"
          maxLength={5}
          value={port}
          onChange={event => setPort(event.currentTarget.value.replace(/\D/g, ''))}
          error={isPortWrong ? t('newServer.portWrong') : undefined}
        />
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.formFoot}>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('newServer.create')}
        </Button>
      </div>
    </form>
  )
}
