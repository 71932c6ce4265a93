// Updates of nodes that are behind: what can be updated from here, how far it is, and what to do about the rest.

import { Box, Button, Group } from '@mantine/core'
import type { NodeInstall } from '@rookery/contracts/http/node-install.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { StepIcon } from '../add-node-view.tsx'
import styles from '../nodes.module.css'
import { updatable, upgradeCommandOf, upgradeProgress } from './upgrade-rules.ts'

export interface NodeUpgradesViewProps {
  nodes: Node[]
  /** For the command of nodes that are updated by the script; null while it is not known. */
  install: NodeInstall | null
  /** What was asked for and has not begun: the panel may pack the archive first, which takes seconds. */
  beginning: Node['id'] | 'all' | null
  /** Why the panel did not begin. */
  problem: string | null
  onUpgrade: (node: Node) => void
  onUpgradeAll: () => void
}

/** Nothing where no node is behind. */
export function NodeUpgradesView(props: NodeUpgradesViewProps) {
  const { nodes, install, beginning, problem, onUpgrade, onUpgradeAll } = props
  const t = useTexts()
  const behind = nodes.filter(({ upgrade }) => upgrade.available !== null || upgrade.running)
  const count = updatable(nodes).length
  const isOneRunning = behind.some(({ upgrade }) => upgrade.running)
  if (behind.length === 0) return null
  return (
    <Panel
      title={t('nodeUpgrade.title')}
      action={
        count > 1 && (
          <Button
            size="xs"
            loading={beginning === 'all'}
            disabled={beginning !== null || isOneRunning}
            onClick={onUpgradeAll}
          >
            {t('nodeUpgrade.updateAll', { count })}
          </Button>
        )
      }
    >
      <div className={styles.upgrades}>
        {count > 0 && <p className="text-hint">{t('nodeUpgrade.about')}</p>}
        {problem && <FormProblem>{problem}</FormProblem>}
        <ul>
          {behind.map(node => (
            <li key={node.id} className={styles.upgrade}>
              <Group gap={12} justify="space-between" wrap="nowrap">
                <span>
                  <Link to="/nodes/$nodeId" params={{ nodeId: String(node.id) }}>
                    {node.name}
                  </Link>{' '}
                  <span className="text-faint">
                    {node.version} → {node.upgrade.running?.to ?? node.upgrade.available}
                  </span>
                </span>
                {!node.upgrade.obstacle && !node.upgrade.running && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconArrowUp size={15} />}
                    loading={beginning === node.id}
                    disabled={beginning !== null}
                    aria-label={`${t(node.upgrade.failed ? 'nodeUpgrade.again' : 'nodeUpgrade.update')}: ${node.name}`}
                    onClick={() => onUpgrade(node)}
                  >
                    {t(node.upgrade.failed ? 'nodeUpgrade.again' : 'nodeUpgrade.update')}
                  </Button>
                )}
              </Group>
              <UpgradeDetails node={node} install={install} />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

function UpgradeDetails({ node, install }: { node: Node; install: NodeInstall | null }) {
  const t = useTexts()
  const { running, failed, obstacle } = node.upgrade
  if (running) return <Steps running={running} />
  const command = upgradeCommandOf(node, install)
  return (
    <>
      {failed && <Failure node={node} failed={failed} />}
      {obstacle && <p className="text-quiet">{t(`nodeUpgrade.obstacle.${obstacle}`)}</p>}
      {command && (
        <Group className="well" gap={8} align="flex-start" wrap="nowrap" py={8} pl={14} pr={8}>
          <Box component="code" className={`breakable ${styles.command}`} flex={1} fz={13} lh={1.6}>
            {command}
          </Box>
          <CopyButton text={command} label={t('actions.copyCommand')} />
        </Group>
      )}
    </>
  )
}

function Steps({ running }: { running: NonNullable<Node['upgrade']['running']> }) {
  const t = useTexts()
  const language = useLanguage()
  const bytes = (amount: number) => formatValue(amount, 'bytes', language)
  if (running.step === 'waiting') return <p className="text-quiet">{t('nodeUpgrade.waiting')}</p>
  return (
    <ol className={styles.joinSteps} aria-label={t('nodes.progress')}>
      {upgradeProgress(running).map(({ step, state }) => (
        <li key={step} className={styles[state]}>
          <StepIcon state={state} />
          {t(`nodeUpgrade.step.${step}`)}
          {step === 'sending' && state === 'now' && (
            <span className="text-faint">
              {t('nodeUpgrade.sent', { sent: bytes(running.sent_bytes), total: bytes(running.total_bytes) })}
            </span>
          )}
          <span className="visually-hidden">{t(`nodes.stepState.${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}

function Failure({ node, failed }: { node: Node; failed: NonNullable<Node['upgrade']['failed']> }) {
  const t = useTexts()
  return (
    <>
      <FormProblem>{t('nodeUpgrade.failed', { version: failed.to, reason: failed.reason })}</FormProblem>
      <p className="text-quiet">{t('nodeUpgrade.stays', { version: node.version })}</p>
      {failed.last_lines.length > 0 && (
        <details>
          <summary className="text-quiet">{t('nodeUpgrade.lastLines')}</summary>
          <pre className={`breakable ${styles.log} ${styles.lastLines}`}>{failed.last_lines.join('\n')}</pre>
        </details>
      )}
    </>
  )
}
