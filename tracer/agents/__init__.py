"""Agents: programs that play games, each a search with a horizon."""

from tracer.agents.agent import AGENTS, Agent, Choice, Pass, WarAgent, agent_named, deepest, fitting
from tracer.agents.clock import ClockAgent
from tracer.agents.matches import Turn, match

__all__ = [
    "AGENTS",
    "Agent",
    "Choice",
    "ClockAgent",
    "Pass",
    "Turn",
    "WarAgent",
    "agent_named",
    "deepest",
    "fitting",
    "match",
]
