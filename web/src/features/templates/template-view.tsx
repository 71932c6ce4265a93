// What a template is made of, in words: how the game is installed, started, set up and stopped.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { StatePill } from '../../parts/run-state/state-pill.tsx'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import detail from '../../ui/controls/detail.module.css'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { stepText } from './step-text-rules.ts'
import { RunFacts, TemplateFacts } from './template-facts.tsx'
import { type ExportFormat, TemplateHeaderView } from './template-header-view.tsx'
import { TemplateVariables } from './template-variables.tsx'
import styles from './templates.module.css'

function InstallSteps({ title, steps }: { title: string; steps: readonly InstallStep[] }) {
  const t = useTexts()
  const [isDetailed, setIsDetailed] = useState(false)
  const toggle = (
    <Button variant="subtle" size="xs" aria-expanded={isDetailed} onClick={() => setIsDetailed(!isDetailed)}>
      {isDetailed ? t('template.hideDetails') : t('template.showDetails')}
    </Button>
  )
  return (
    <Panel title={title} action={steps.length > 0 && toggle}>
      {steps.length === 0 && <Remark>{t('template.noSteps')}</Remark>}
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name, and never change places here
          <li key={at}>
            <div className="text-name">{step.words}</div>
            {step.do === 'download' && step.checksum && (
              <div className="text-note">{t('template.checked')}</div>
            )}
            {isDetailed && <div className="text-note breakable">{stepText(t, step)}</div>}
            {isDetailed && step.do === 'run-script' && (
              <details className={styles.script}>
                <summary className="text-note link">{t('template.showScript')}</summary>
                <pre>{step.script}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

export interface TemplateViewProps {
  found: TemplateSummary & { template: Template; game_servers: number }
  /** Those of its servers that the person may see. */
  gameServers: GameServer[]
  mayCreateServer: boolean
  mayEdit: boolean
  mayDelete: boolean
  onExport: (format: ExportFormat) => void
  onDelete: () => void
}

export function TemplateView(props: TemplateViewProps) {
  const t = useTexts()
  const { template } = props.found
  return (
    <Stack className={frame.page} gap={20}>
      <TemplateHeaderView {...props} />
      <div className={detail.columns}>
        <Stack className={detail.main} gap={16}>
          <TemplateVariables variables={template.variables} />
          <InstallSteps title={t('template.install')} steps={template.install} />
          {template.update && <InstallSteps title={t('template.update')} steps={template.update} />}
          <Panel title={t('template.running')}>
            <RunFacts template={template} command={<StartCommand command={template.command} />} />
          </Panel>
          <ConfigFiles files={template.config_files} />
        </Stack>
        <Stack className={`${detail.main} ${styles.about}`} gap={16}>
          <TemplateFacts template={template} />
          <Servers {...props} />
        </Stack>
      </div>
    </Stack>
  )
}

function StartCommand({ command }: Pick<Template, 'command'>) {
  const t = useTexts()
  const isShell = !Array.isArray(command)
  return (
    <>
      <code className={styles.command}>
        {isShell
          ? command.shell
          : command.map((argument, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: arguments repeat, and never change places here
              <span key={at}>{argument}</span>
            ))}
      </code>
      {isShell && <div className="text-note">{t('template.shell')}</div>}
    </>
  )
}

function ConfigFiles({ files }: { files: Template['config_files'] }) {
  const t = useTexts()
  if (files.length === 0) return null
  return (
    <Panel title={t('template.configFiles')}>
      <Box component="ul" py={6} fz={13.5}>
        {files.map(({ path, format, values }) => (
          <Row key={path}>
            <span className="mono">{path}</span>
            <span className="text-quiet">{t('template.configValues', { count: values.length, format })}</span>
          </Row>
        ))}
      </Box>
    </Panel>
  )
}

function Servers({ found, gameServers }: TemplateViewProps) {
  const t = useTexts()
  const hidden = found.game_servers - gameServers.length
  return (
    <Panel title={t('template.servers')}>
      <Box component="ul" py={6} fz={13.5}>
        {gameServers.map(gameServer => (
          <Row key={gameServer.id}>
            <Link
              to="/servers/$serverId"
              params={{ serverId: String(gameServer.id) }}
              className={`text-name truncate ${styles.server}`}
            >
              {gameServer.name}
            </Link>
            <StatePill state={gameServer.state} isNodeOnline={gameServer.node_online} />
          </Row>
        ))}
        {hidden > 0 && <QuietRow>{t('template.serversHidden', { count: hidden })}</QuietRow>}
        {gameServers.length === 0 && hidden <= 0 && <QuietRow>{t('template.noServers')}</QuietRow>}
      </Box>
    </Panel>
  )
}

function Remark({ children }: { children: string }) {
  return (
    <Box component="p" className="text-secondary" p="12px 16px">
      {children}
    </Box>
  )
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Group component="li" mih={36} p="4px 16px" gap={12} wrap="nowrap" justify="space-between">
      {children}
    </Group>
  )
}

const QuietRow = ({ children }: { children: string }) => (
  <Row>
    <span className="text-quiet">{children}</span>
  </Row>
)
