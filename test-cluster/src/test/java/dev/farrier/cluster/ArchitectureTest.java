package dev.farrier.cluster;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Duration;

/** The rules of the house: which package may know which, and who may do what. */
@AnalyzeClasses(packages = "dev.farrier", importOptions = ArchitectureTest.WhatWeShip.class)
class ArchitectureTest {
    /** Leaves the tests out, also those of another module's test-jar. */
    static final class WhatWeShip implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar") && !location.contains("/test-classes/");
        }
    }

    private static final String[] INTEGRATIONS = {
        "dev.farrier.slurm..", "dev.farrier.pbs..", "dev.farrier.torque.."
    };

    private static ArchRule knowsOnly(String name, String... others) {
        String[] allowed = new String[others.length + 5];
        allowed[0] = "dev.farrier." + name + "..";
        allowed[1] = "dev.farrier";
        allowed[2] = "java..";
        allowed[3] = "org.jspecify..";
        allowed[4] = "dev.farrier.json..";
        for (int i = 0; i < others.length; i++) {
            allowed[i + 5] =
                    others[i].contains(".") ? others[i] : "dev.farrier." + others[i] + "..";
        }
        return classes()
                .that()
                .resideInAPackage("dev.farrier." + name + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .orShould()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed));
    }

    @ArchTest
    static final ArchRule theRootKnowsNothingOfOurs =
            noClasses()
                    .that()
                    .resideInAPackage("dev.farrier")
                    .should()
                    .dependOnClassesThat(
                            resideInAPackage("dev.farrier..")
                                    .and(not(resideInAPackage("dev.farrier"))));

    @ArchTest static final ArchRule json = knowsOnly("json");
    @ArchTest static final ArchRule exec = knowsOnly("exec");
    @ArchTest static final ArchRule config = knowsOnly("config", "org.snakeyaml..");
    @ArchTest static final ArchRule telemetry = knowsOnly("telemetry", "exec");
    @ArchTest static final ArchRule check = knowsOnly("check", "telemetry", "config", "exec");

    @ArchTest
    static final ArchRule propose = knowsOnly("propose", "check", "telemetry", "config", "exec");

    @ArchTest static final ArchRule verdict = knowsOnly("verdict", "check", "telemetry", "config");
    @ArchTest static final ArchRule action = knowsOnly("action", "check");
    @ArchTest static final ArchRule straggler = knowsOnly("straggler");
    @ArchTest static final ArchRule strag = knowsOnly("strag", "straggler");

    @ArchTest
    static final ArchRule policy =
            knowsOnly("policy", "verdict", "action", "config", "check", "telemetry");

    @ArchTest
    static final ArchRule journal =
            knowsOnly("journal", "policy", "action", "verdict", "check", "telemetry");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.farrier.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyTheProgramExits =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.farrier.cli")
                    .should()
                    .callMethod(System.class, "exit", int.class)
                    .orShould()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(System.class, "err");

    @ArchTest
    static final ArchRule onlyExecStartsProcesses =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.farrier.exec")
                    .should()
                    .dependOnClassesThat()
                    .areAssignableTo(ProcessBuilder.class)
                    .orShould()
                    .callMethod(Runtime.class, "exec", String.class)
                    .orShould()
                    .callMethod(Runtime.class, "exec", String[].class);

    @ArchTest
    static final ArchRule theLibraryStartsNoThread =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.farrier.cli")
                    .should()
                    .callMethod(Thread.class, "start")
                    .orShould()
                    .dependOnClassesThat()
                    .areAssignableTo(java.util.concurrent.Executor.class)
                    .orShould()
                    .dependOnClassesThat()
                    .areAssignableTo(java.util.Timer.class);

    /**
     * They go through BigDecimal, which squares 5 up to 5^65536 when JDK 25 loads it: a sixth of a
     * refresh.
     */
    @ArchTest
    static final ArchRule noDurationIsMultipliedOrDivided =
            noClasses()
                    .should()
                    .callMethod(Duration.class, "multipliedBy", long.class)
                    .orShould()
                    .callMethod(Duration.class, "dividedBy", long.class);

    @ArchTest
    static final ArchRule noIntegrationKnowsAnother =
            slices().matching("dev.farrier.(slurm|pbs|torque)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule theLibraryKnowsNoScheduler =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            INTEGRATIONS[0],
                            INTEGRATIONS[1],
                            INTEGRATIONS[2],
                            "dev.farrier.cli..",
                            "dev.farrier.explain..")
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(INTEGRATIONS));
}
