// What a game can run under: the process managers by name, and which of them run it in a container.

export const containerEngineNames = ['docker', 'podman'] as const
export const processManagerNames = ['process', ...containerEngineNames, 'systemd'] as const

export type ContainerEngineName = (typeof containerEngineNames)[number]
export type ProcessManagerName = (typeof processManagerNames)[number]

export const isContainerEngine = (name: string): name is ContainerEngineName =>
  containerEngineNames.some(engine => engine === name)

/** Whether it gives every game a group of its own, whose memory and processor time the kernel bounds. */
export const boundsMemoryAndCpu = (name: string): boolean => isContainerEngine(name) || name === 'systemd'
