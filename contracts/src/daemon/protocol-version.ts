// The version of the panel-daemon link, and its history. A daemon may be one version behind its panel.
//
// 1  2026-11-15  first: enrolment, control, consoles, tasks

export const protocolVersion = 1
export const oldestProtocolVersion = 1

/** The name in the panel's certificate, whatever address a daemon dials. */
export const panelCertificateName = 'panel.rookery.internal'
