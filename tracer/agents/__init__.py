"""Agents: programs that play games, each a search with a horizon."""

from tracer.agents.agent import AGENTS, Agent, Choice, Pass, WarAgent, agent_named, deepest, fitting
from tracer.agents.clock import ClockAgent
from tracer.agents.matches import Turn, match
from tracer.agents.printed_scott import PrintedScott

__all__ = [
    "AGENTS",
    "Agent",
    "Choice",
    "ClockAgent",
    "Pass",
    "PrintedScott",
    "Turn",
    "WarAgent",
    "agent_named",
    "deepest",
    "fitting",
    "match",
]
